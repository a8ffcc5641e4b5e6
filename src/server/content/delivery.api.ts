import { sql, type SQL } from 'drizzle-orm'
import { delivery as contract } from '#contract/delivery.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { maskPhone } from '#contract/mask-phone.ts'
import { endOfWireTime, fromWireTime, toWireTime } from '#contract/time.ts'
import { withMerged } from '../evaluation/alarm-of.store.ts'
import { everyAlarmScope } from '../evaluation/alarm.scope.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { districtOf, scopedByArea, seesCity } from '../registry/building.scope.ts'
import { findBuilding } from '../registry/find-building.ts'
import { placeName } from '../registry/place-name.ts'
import {
  countDeliveries,
  type DeliveryEntry,
  hasUnreached,
  readChannels,
  readDeliveries,
  RESULT,
} from './delivery.store.ts'
import { exportDeliveries } from './export-deliveries.ts'

const present = (entry: DeliveryEntry, { organId }: Session) => {
  const { name, phone, createdAt, doneAt, organId: owner, ...row } = entry
  return {
    ...row,
    recipient: phone === null ? name : `${name} ${maskPhone(phone)}`,
    isUndelivered: row.result === 'undelivered',
    isResendable:
      row.channel === 'webhook' && owner === String(organId) && (row.state === 'accepted' || row.state === 'failed'),
    time: toWireTime(new Date(createdAt)),
    doneTime: doneAt === null ? null : toWireTime(new Date(doneAt)),
  }
}

const asks = (where: SQL) => sql`(d.kind = 'check' and ${where})`

/** @param where on `building` */
const asksIn = (where: SQL) =>
  asks(sql`exists (select 1 from jsonb_array_elements_text(d.body -> 'checks') c(id) join duty_check k on k.id = c.id::bigint
    join building on building.id = k.building_id where ${where})`)

const asksOf = (session: Session) => {
  const county = districtOf(session)
  return county === null ? asks(sql`${seesCity(session)}::boolean`) : asksIn(sql`building.county = ${county}`)
}

const scopeOf = (db: Db, session: Session): SQL => {
  const isOwnTest = sql`(d.alarm_id is null and (d.unit_id = ${session.unitId}::bigint or d.organ_id = ${session.organId}::bigint))`
  return sql`(${isOwnTest} or ${asksOf(session)} or (d.alarm_id is not null and ${everyAlarmScope(db, session)}))`
}

async function matching(db: Db, session: Session, of: ParsedOf<typeof contract.export>): Promise<SQL> {
  const { alarmId, state, channel, result, buildingId, search, startTime, endTime, ...area } = of
  if (buildingId !== undefined) await findBuilding(db, session, buildingId)
  const conditions = [scopeOf(db, session)]
  if (area.provinceNo !== '' || area.cityNo !== '' || area.countyNo !== '') {
    const where = scopedByArea(db, session, { ...area, buildType: 0 })
    conditions.push(sql`(${where} or ${asksIn(where)})`)
  }
  if (alarmId !== undefined) conditions.push(sql`d.alarm_id = any(${withMerged(alarmId)})`)
  if (buildingId !== undefined)
    conditions.push(
      sql`(alarm.building_id = ${buildingId} or ${asks(sql`d.body -> 'buildings' ? ${String(buildingId)}::text`)})`,
    )
  if (search !== '') {
    const like = sql`like ${likePattern(search)}`
    conditions.push(sql`(building.name ${like} or ${asks(sql`d.body ->> 'names' ${like}`)})`)
  }
  if (state !== '') conditions.push(sql`d.state = ${state}`)
  if (channel !== '') conditions.push(sql`d.channel = ${channel}`)
  if (result !== '') conditions.push(sql`${RESULT} = ${result}`)
  if (startTime !== undefined)
    conditions.push(sql`d.created_at >= ${fromWireTime(startTime).toISOString()}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`d.created_at < ${endOfWireTime(endTime).toISOString()}::timestamptz`)
  return sql.join(conditions, sql` and `)
}

export const deliveryApi = implement(contract, {
  async list({ currentPage, pageSize, ...filter }, { db, session }) {
    const where = await matching(db, session, filter)
    const rows = await readDeliveries(db, where, { limit: pageSize, offset: (currentPage - 1) * pageSize })
    return { list: rows.map((row) => present(row, session)), total: await countDeliveries(db, where) }
  },

  async export(filter, ctx) {
    const where = await matching(ctx.db, ctx.session, filter)
    return exportDeliveries(ctx, where, await placeName(ctx.db, filter))
  },

  async channels(_input, { db, session }) {
    const scope = scopeOf(db, session)
    const tried = await readChannels(db, scope)
    const failing = tried.filter((one) => one.failing).map(({ channel }) => channel)
    return {
      failing,
      isAllFailing:
        failing.length === tried.length && failing.some((channel) => channel === 'sms' || channel === 'voice'),
      isUnreached: await hasUnreached(db, scope),
    }
  },
})
