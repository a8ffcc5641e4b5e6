import { sql } from 'drizzle-orm'
import { buildingTypeOf } from '#contract/building-form.rules.ts'
import { changesBetween } from '../platform/changes-between.ts'
import type { Db } from '../platform/db/open-db.ts'
import { groupBy } from '../platform/group-by.ts'
import { updateMany } from '../platform/db/update-many.ts'
import type { Context } from '../platform/implement.ts'
import type { AuditedObject } from '../platform/record-audit.ts'
import { recordChanges } from '../platform/record-change.ts'
import type { Session } from '../platform/session.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'
import { recordBuildings, recordMoves } from './building-change.store.ts'
import type { buildingColumns } from './building-columns.ts'
import { newKey, newProjectId } from './building-key.ts'
import { inPieces } from './import-units.ts'
import type { Draft, WrongCell } from './read-register.ts'
import { endRefusedClaims } from './release-building.ts'

export type BuildingColumns = ReturnType<typeof buildingColumns>
type Row = typeof building.$inferSelect

interface Planned {
  readonly after: BuildingColumns
  /** Null: no tie is added. */
  readonly unitId: number | null
}

export interface BuildingPlan {
  readonly added: readonly Planned[]
  readonly changed: readonly (Planned & { readonly before: Row })[]
  readonly same: number
}

const placeOf = ({ streetNo, name }: { streetNo: string; name: string }) => `${streetNo} ${name}`

/** As the console did for one building. */
export async function lockBuildings(tx: Db, drafts: readonly Draft<BuildingColumns>[]): Promise<void> {
  const places = drafts.map(({ columns }) => placeOf(columns))
  await tx.execute(sql`select pg_advisory_xact_lock(1, key) from (select distinct hashtext(place) & 1023 as key
    from unnest(${sql.param(places)}::text[]) as place order by 1) as keys`)
}

async function readKnown(db: Db, drafts: readonly Draft<BuildingColumns>[]) {
  const codes = drafts.flatMap(({ fields }) => fields['creditCode']?.toUpperCase() ?? [])
  const ids = drafts.flatMap(({ fields }) => (/^[1-9]\d{0,14}$/.test(fields['id'] ?? '') ? [Number(fields['id'])] : []))
  const names = drafts.map(({ columns }) => columns.name)
  const streets = drafts.map(({ columns }) => columns.streetNo)
  const units = await db
    .select({ id: unit.id, code: unit.creditCode })
    .from(unit)
    .where(sql`${unit.creditCode} = any(${sql.param(codes)}::text[])`)
  const rows = await db
    .select()
    .from(building)
    .where(
      sql`${building.id} = any(${sql.param(ids)}::bigint[]) or (${building.streetNo}, ${building.name}) in
        (select * from unnest(${sql.param(streets)}::text[], ${sql.param(names)}::text[]))`,
    )
  const ties = await db
    .select({
      buildingId: buildingUnit.buildingId,
      unitId: buildingUnit.unitId,
      confirmed: buildingUnit.confirmed,
    })
    .from(buildingUnit)
    .where(
      sql`${buildingUnit.kind} = 'bound' and ${buildingUnit.buildingId} = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`,
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    units: groupBy(units, ({ code }) => code ?? ''),
    byId,
    byPlace: new Map(rows.map((row) => [placeOf(row), row])),
    ties: groupBy(
      ties.filter(({ buildingId, confirmed }) => confirmed || byId.get(buildingId)?.approveStatus !== 1),
      ({ buildingId }) => buildingId,
    ),
  }
}

/** By number, otherwise by street and name. */
export async function planBuildings(
  db: Db,
  drafts: readonly Draft<BuildingColumns>[],
  wrong: Map<number, WrongCell[]>,
): Promise<BuildingPlan> {
  const known = await readKnown(db, drafts)
  const seen = new Map<string, number>()
  const added: Planned[] = []
  const changed: BuildingPlan['changed'][number][] = []
  let same = 0
  for (const { row, columns, fields } of drafts) {
    const { id = '', creditCode = '' } = fields
    const blame = (column: string, value: string, reason: string) => wrong.set(row, [{ column, value, reason }])
    const place = placeOf(columns)
    const before = id === '' ? known.byPlace.get(place) : known.byId.get(Number(id))
    const keys = before ? [String(before.id), place] : [place]
    const earlier = keys.flatMap((key) => seen.get(key) ?? [])[0]
    for (const key of keys) seen.set(key, seen.get(key) ?? row)
    const owners = creditCode === '' ? [] : (known.units.get(creditCode.toUpperCase()) ?? [])
    const unitId = owners[0]?.id ?? null
    const ties = before ? (known.ties.get(before.id) ?? []) : []
    const other = known.byPlace.get(place)
    if (id !== '' && (!before || before.county === SELF_TEST_COUNTY)) blame('建筑编号', id, '没有此编号的建筑')
    else if (earlier !== undefined) blame('建筑名称', columns.name, `与第 ${earlier} 行重复`)
    else if (before && other && other.id !== before.id) blame('建筑名称', columns.name, '该街道已有同名建筑')
    else if (before && !before.registered && before.approveStatus === 0)
      blame('建筑名称', columns.name, '该建筑的新增申请尚未通过审批')
    else if (creditCode !== '' && owners.length === 0)
      blame('管理单位信用代码', creditCode, '没有此信用代码的单位，请先导入单位')
    else if (owners.length > 1) blame('管理单位信用代码', creditCode, '有多家单位使用此信用代码')
    else if (unitId !== null && ties.length > 0 && ties.every((tie) => tie.unitId !== unitId))
      blame(
        '管理单位信用代码',
        creditCode,
        ties.some(({ confirmed }) => confirmed)
          ? '该建筑已由其他单位管理，请先在其详情中解除管理单位'
          : '该建筑有绑定申请正在审批，请先审批',
      )
    else {
      const planned = { after: columns, unitId: ties.length > 0 ? null : unitId }
      if (!before) added.push(planned)
      else if (
        planned.unitId !== null ||
        !before.registered ||
        before.buildingType !== buildingTypeOf(columns) ||
        changesBetween(before, columns).changed.length > 0
      )
        changed.push({ ...planned, before })
      else same += 1
    }
  }
  return { added, changed, same }
}

async function addTies(tx: Db, ties: readonly { buildingId: number; unitId: number }[], now: Date): Promise<void> {
  for (const piece of inPieces(ties))
    await tx
      .insert(buildingUnit)
      .values(piece.map((tie) => ({ ...tie, kind: 'bound' as const, createdAt: now, modifiedAt: now })))
}

export async function writeBuildings(
  { deps, now }: Context<Session>,
  tx: Db,
  { added, changed }: BuildingPlan,
): Promise<AuditedObject[]> {
  const objects: AuditedObject[] = []
  const ties: { buildingId: number; unitId: number }[] = []
  const tieOf = (buildingId: number, unitId: number | null) => ({ buildingId, ...(unitId !== null && { unitId }) })
  const rescoped: number[] = []
  for (const piece of inPieces(added)) {
    const rows = piece.map(({ after }) => ({
      ...after,
      openProjectId: newProjectId(deps),
      appKey: newKey(deps),
      buildingType: buildingTypeOf(after),
      createdAt: now,
    }))
    const ids = await tx.insert(building).values(rows).returning({ id: building.id })
    piece.forEach(({ after, unitId }, at) => {
      const id = ids[at]?.id ?? 0
      rescoped.push(id)
      if (unitId !== null) ties.push({ buildingId: id, unitId })
      const { modifiedAt: _, ...shown } = after
      objects.push({ detail: { ...tieOf(id, unitId), after: shown }, counties: [after.county] })
    })
  }
  for (const { before, after, unitId } of changed) {
    if (unitId !== null) ties.push({ buildingId: before.id, unitId })
    if (unitId !== null || !before.registered) rescoped.push(before.id)
    objects.push({
      detail: { ...tieOf(before.id, unitId), ...changesBetween(before, after) },
      counties: [...new Set([before.county, after.county])],
    })
  }
  for (const piece of inPieces(changed))
    await updateMany(
      tx,
      building,
      piece.map(({ before, after, unitId }) => ({
        id: before.id,
        set: {
          ...after,
          buildingType: buildingTypeOf(after),
          ...(unitId !== null && { appKey: newKey(deps) }),
          ...(!before.registered && { registered: true, registeredAt: now, approveStatus: null, refuseReason: null }),
        },
      })),
    )
  await endRefusedClaims(
    tx,
    ties.map(({ buildingId }) => buildingId),
    now,
  )
  await addTies(tx, ties, now)
  if (rescoped.length > 0)
    await recordChanges(
      tx,
      'scope',
      sql`select b.id, b.county, u.unit_id, null::bigint, null::int, null::jsonb from building b
        left join building_unit u on u.building_id = b.id and u.kind = 'bound'
        where b.id = any(${sql.param(rescoped)}::bigint[])`,
    )
  await recordBuildings(
    tx,
    changed.map(({ before }) => before.id),
  )
  await recordMoves(
    tx,
    changed.map(({ before }) => ({ id: before.id, from: before.county })),
  )
  return objects
}
