import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { notifyUnit } from '../identity/messages.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { AuditedObject } from '../platform/record-audit.ts'
import type { Session } from '../platform/session.ts'
import { withdrawApprovals } from './approval.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { dutyContact } from '../schema/duty-contact.table.ts'
import { buildingScope } from './building.scope.ts'
import { recordScope } from './building-change.store.ts'
import { newKey } from './building-key.ts'
import { type Building, takeBuilding } from './find-building.ts'
import { closeRanks, endLinks } from './remove-contact.store.ts'

/** A building never approved is deleted with its last bound unit, unless it has reported. */
export async function releaseBuilding({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, buildingId, 'releaseBuilding')
    const unitId = session.unitId ?? 0
    const withdrawn = await withdrawApprovals(tx, { buildingId: row.id, unitId, now })
    const { buildingRemoved, objects } = await endTie(ctx, tx, row, unitId)
    if (!buildingRemoved) needNoProvider(row)
    if (!buildingRemoved && (withdrawn || !(await isAnswered(tx, row.id))))
      // The refusal concerned the unit that left.
      await tx
        .update(building)
        .set({ approveStatus: null, refuseReason: null, modifiedAt: now })
        .where(eq(building.id, row.id))
    const { name, county } = row
    return {
      value: null,
      audit: { buildingId: row.id, unitId, before: { name, county, unitId }, buildingRemoved },
      objects,
    }
  })
}

/** @throws AppError 404, 409 */
export async function releaseUnits({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const [row] = await tx
      .select()
      .from(building)
      .where(and(buildingScope(tx, session), eq(building.id, buildingId)))
      .for('update')
    if (!row) throw notThere()
    const ties = await tx
      .select({ unitId: buildingUnit.unitId })
      .from(buildingUnit)
      .where(and(eq(buildingUnit.buildingId, row.id), eq(buildingUnit.kind, 'bound')))
    const [first] = ties
    if (!row.registered && row.approveStatus === 0) throw new AppError(409, '该建筑的新增申请尚未通过审批，请先审批')
    if (!first) throw new AppError(409, '该建筑没有管理单位，无须解除')
    if (!row.registered && row.providerId !== null)
      throw new AppError(409, '该建筑未登记而有服务商上报，请先导入登记，再解除管理单位')
    const { name, county } = row
    const letter = {
      title: `【解除绑定】${name}`,
      html: `<p>消防救援机构已解除你单位与${escapeHtml(name)}的绑定。你单位不再能查看该建筑，也不再接收其火警通知。</p>`,
    }
    const objects: AuditedObject[] = []
    for (const { unitId } of ties) {
      await withdrawApprovals(tx, { buildingId: row.id, unitId, now })
      objects.push(...(await endTie(ctx, tx, row, unitId)).objects)
      await notifyUnit(tx, { unitId }, letter, now)
    }
    await tx
      .update(building)
      .set({ approveStatus: null, refuseReason: null, modifiedAt: now })
      .where(eq(building.id, row.id))
    const unitIds = ties.map(({ unitId }) => unitId)
    const audit = { buildingId: row.id, unitIds, before: { name, county, unitId: first.unitId } }
    return { value: null, audit, objects }
  })
}

/** @returns `objects`: contacts deleted with the building */
export async function endTie(
  { deps }: Pick<Context<Session>, 'deps'>,
  tx: Db,
  { id, name, county, registered }: Building,
  unitId: number,
): Promise<{ buildingRemoved: boolean; objects: AuditedObject[] }> {
  const tie = and(eq(buildingUnit.buildingId, id), eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound'))
  const [ended] = await tx.delete(buildingUnit).where(tie).returning({ confirmed: buildingUnit.confirmed })
  await recordScope(tx, { buildingId: id, unitId })
  const objects: AuditedObject[] = []
  if (await isAnswered(tx, id)) return { buildingRemoved: false, objects }
  const isKept = registered || (await tx.$count(building, and(eq(building.id, id), hasReported(building.id)))) > 0
  if (!isKept) {
    objects.push(...(await endContacts(tx, { id, name, county }, deps.now())))
    await tx.delete(building).where(eq(building.id, id))
  } else if (ended?.confirmed)
    await tx
      .update(building)
      .set({ appKey: newKey(deps) })
      .where(eq(building.id, id))
  return { buildingRemoved: !isKept, objects }
}

interface Ended extends Record<string, unknown> {
  readonly id: string
  readonly unit_id: string
  readonly rank: number
  readonly name: string
  readonly devices: readonly string[]
}

/** Without a building they would be in charge of all. */
async function endContacts(
  tx: Db,
  { id, name, county }: Pick<Building, 'id' | 'name' | 'county'>,
  now: Date,
): Promise<AuditedObject[]> {
  const isOf = (contact: SQL) => sql`(exists (select from duty_contact_building x
      where x.contact_id = ${contact} and x.building_id = ${id})
    and not exists (select from duty_contact_building x where x.contact_id = ${contact} and x.building_id <> ${id}))`
  await tx.update(dutyContact).set({ buildingId: null }).where(eq(dutyContact.buildingId, id))
  const { rows } = await tx.execute<Ended>(sql`
    delete from duty_contact d where ${isOf(sql`d.id`)}
      and exists (select from duty_contact o where o.unit_id = d.unit_id and not ${isOf(sql`o.id`)})
    returning d.id, d.unit_id, d.rank, d.name,
      array(select 'device:' || v.id from contact_device v where v.contact_id = d.id) as devices`)
  for (const contact of rows) {
    const html = `<p>${escapeHtml(name)}已删除，只负责该建筑的值班联系人${escapeHtml(contact.name)}随之删除。</p>`
    await notifyUnit(tx, { unitId: Number(contact.unit_id) }, { title: `【值班联系人】${contact.name}`, html }, now)
    await endLinks(tx, [`contact:${contact.id}`, ...contact.devices])
  }
  for (const unitId of new Set(rows.map((row) => Number(row.unit_id)))) await closeRanks(tx, { unitId, organId: null })
  return rows.map(({ id: contactId, unit_id, name: contact, rank }) => ({
    detail: { unitId: Number(unit_id), contactId: Number(contactId), before: { contact, rank } },
    counties: [county],
  }))
}

/** Its reports would reach no unit. @throws AppError 409 */
export function needNoProvider({ registered, providerId }: Building): void {
  if (!registered && providerId !== null) throw new AppError(409, '请先解绑服务商，再解绑建筑')
}

export async function endRefusedClaims(tx: Db, buildingIds: readonly number[], now: Date): Promise<void> {
  const refused = tx
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.approveStatus, 1), sql`${building.id} = any(${sql.param(buildingIds)}::bigint[])`))
  const ended = await tx
    .delete(buildingUnit)
    .where(
      and(inArray(buildingUnit.buildingId, refused), eq(buildingUnit.kind, 'bound'), eq(buildingUnit.confirmed, false)),
    )
    .returning({ buildingId: buildingUnit.buildingId, unitId: buildingUnit.unitId })
  for (const tie of ended) {
    const [{ name } = { name: '' }] = await tx
      .update(building)
      .set({ approveStatus: null, refuseReason: null })
      .where(eq(building.id, tie.buildingId))
      .returning({ name: building.name })
    await recordScope(tx, tie)
    const letter = {
      title: `【绑定结束】${name}`,
      html: `<p>你单位对${escapeHtml(name)}的绑定申请未通过，该建筑已由其他单位申请或管理。</p>`,
    }
    await notifyUnit(tx, { unitId: tie.unitId }, letter, now)
  }
}

export const hasReported = (id: AnyPgColumn): SQL => sql`(
  exists (select 1 from point x where x.building_id = ${id})
  or exists (select 1 from unlisted_point x where x.building_id = ${id})
  or exists (select 1 from alarm x where x.building_id = ${id}))`

async function isAnswered(tx: Db, buildingId: number): Promise<boolean> {
  const bound = and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.kind, 'bound'))
  return (await tx.$count(buildingUnit, bound)) > 0
}
