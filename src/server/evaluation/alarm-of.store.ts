import { type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { SystemFires } from '#contract/point.ts'
import type { Db } from '../platform/db/open-db.ts'

const openIn = (
  buildingId: AnyPgColumn | Placeholder | number,
) => sql`a.building_id = ${buildingId} and a.joined_to is null
    and (a.judged_at is null or (a.verdict = 2 and a.ended_at is null))`

/** Nested: a bare column would lose its table. */
const atPoint = (pointId: AnyPgColumn) => sql`m.point_id = ${pointId}`

export const openAlarmOf = (buildingId: AnyPgColumn, pointId: AnyPgColumn): SQL<string | null> => sql`(
  select a.id::text from alarm a where ${openIn(buildingId)}
    and exists (select 1 from alarm_event m where m.alarm_id = a.id and ${atPoint(pointId)})
  order by a.verdict nulls last, a.id limit 1)`

export const pointsInAlarm = (buildingId: AnyPgColumn | Placeholder | number): SQL =>
  sql`(select m.point_id from alarm a join alarm_event m on m.alarm_id = a.id where ${openIn(buildingId)})`

export async function firesBySystem(db: Db, buildingId: number): Promise<SystemFires[]> {
  const { rows } = await db.execute<SystemFires & Record<string, unknown>>(sql`
    select p.system_id::text as "systemId", count(distinct a.id)::int as "alarmNum"
    from alarm a join alarm_event m on m.alarm_id = a.id join point p on p.id = m.point_id
    where ${openIn(buildingId)} group by 1`)
  return rows
}

export const alarmOf = (eventId: AnyPgColumn): SQL<string | null> =>
  sql`(select m.alarm_id::text from alarm_event m where m.event_id = ${eventId})`

export const ackedInWave = (alarm: string): SQL =>
  sql.raw(`exists (select 1 from alarm_act k where k.alarm_id = ${alarm}.id and k.act = 'ack'
    and k.tapped_at >= coalesce(${alarm}.wave_at, k.tapped_at) and not exists (select 1 from alarm_act u where u.undoes = k.id))`)

export const currentAck = (alarm: string): SQL =>
  sql.raw(`case when ${alarm}.judged_at is null and ${alarm}.acked_at < ${alarm}.wave_at then coalesce((
    select k.id from alarm_act k where k.alarm_id = ${alarm}.id and k.act = 'ack' and k.tapped_at >= ${alarm}.wave_at
      and not exists (select 1 from alarm_act u where u.undoes = k.id)
    order by k.tapped_at, k.account_id nulls first, k.id limit 1), ${alarm}.acked_act) else ${alarm}.acked_act end`)

/** With those merged into each. */
export const mergedInto = (ids: readonly number[]): SQL => sql`(
  with recursive merged(id, now) as (
    select id, id from unnest(${sql.param(ids)}::bigint[]) as given(id)
    union all select a.id, m.now from merged m join alarm a on a.joined_to = m.id)
  select id, now from merged)`

export const withMerged = (id: number): SQL => sql`array(select m.id from ${mergedInto([id])} m)`
