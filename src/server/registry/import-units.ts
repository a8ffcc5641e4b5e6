import { sql } from 'drizzle-orm'
import { changesBetween } from '../platform/changes-between.ts'
import type { Db } from '../platform/db/open-db.ts'
import { groupBy } from '../platform/group-by.ts'
import { updateMany } from '../platform/db/update-many.ts'
import type { AuditedObject } from '../platform/record-audit.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'
import { ensureContacts } from './first-contacts.store.ts'
import type { Draft, WrongCell } from './read-register.ts'
import { followRole, type UnitColumns } from './save-managed-unit.ts'
import type { UnitRow } from './unit.present.ts'

export const ROWS_AT_ONCE = 500

export interface UnitPlan {
  readonly added: readonly UnitColumns[]
  readonly changed: readonly { readonly before: UnitRow; readonly after: UnitColumns }[]
  readonly same: number
}

export function inPieces<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
}

/** As the forms do for one unit. */
export async function lockUnits(tx: Db, drafts: readonly Draft<UnitColumns>[]): Promise<void> {
  const codes = drafts.map(({ columns }) => columns.creditCode)
  await tx.execute(sql`select pg_advisory_xact_lock(0, key) from (select distinct hashtext(code) & 1023 as key
    from unnest(${sql.param(codes)}::text[]) as code order by 1) as keys`)
}

export async function planUnits(
  db: Db,
  drafts: readonly Draft<UnitColumns>[],
  wrong: Map<number, WrongCell[]>,
): Promise<UnitPlan> {
  const codes = drafts.map(({ columns }) => columns.creditCode)
  const known = await db
    .select()
    .from(unit)
    .where(sql`${unit.creditCode} = any(${sql.param(codes)}::text[])`)
  const byCode = groupBy(known, ({ creditCode }) => creditCode ?? '')
  const seen = new Map<string, number>()
  const added: UnitColumns[] = []
  const changed: UnitPlan['changed'][number][] = []
  let same = 0
  for (const { row, columns } of drafts) {
    const { creditCode, name } = columns
    const blame = (reason: string) => wrong.set(row, [{ column: '统一社会信用代码', value: creditCode, reason }])
    const earlier = seen.get(creditCode)
    seen.set(creditCode, earlier ?? row)
    const found = byCode.get(creditCode) ?? []
    const before = found.length > 1 ? found.find((one) => one.name === name) : found[0]
    if (earlier !== undefined) blame(`与第 ${earlier} 行重复`)
    else if (before?.county === SELF_TEST_COUNTY) blame('该单位用于自检，不能导入')
    else if (found.length > 1 && !before) blame('有多家单位使用此信用代码，且名称都不同')
    else if (!before) added.push(columns)
    else if (changesBetween(before, columns).changed.length > 0) changed.push({ before, after: columns })
    else same += 1
  }
  return { added, changed, same }
}

export async function writeUnits(
  { deps, now }: Context<Session>,
  tx: Db,
  { added, changed }: UnitPlan,
): Promise<AuditedObject[]> {
  const objects: AuditedObject[] = []
  const key = () => Buffer.from(deps.newToken(), 'base64url').toString('hex').slice(0, 32)
  for (const piece of inPieces(added)) {
    const rows = piece.map((row) => ({ ...row, appKey: key(), secret: deps.secrets.seal(key()), createdAt: now }))
    const ids = await tx.insert(unit).values(rows).returning({ id: unit.id })
    await ensureContacts(
      tx,
      ids.map(({ id }) => id),
      now,
    )
    piece.forEach((after, at) => {
      const unitId = ids[at]?.id
      objects.push({
        detail: { unitId, ...changesBetween<UnitColumns>({}, after) },
        counties: [after.county],
      })
    })
  }
  for (const { before, after } of changed) {
    await followRole(tx, before, after.isBuildingManager, now)
    objects.push({
      detail: { unitId: before.id, ...changesBetween(before, after) },
      counties: [...new Set([before.county, after.county])],
    })
  }
  for (const piece of inPieces(changed)) {
    const rows = piece.map(({ before, after }) => ({ id: before.id, set: after }))
    await updateMany(tx, unit, rows)
    await ensureContacts(
      tx,
      rows.map(({ id }) => id),
      now,
    )
  }
  return objects
}
