import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export const openAlarmOf = (buildingId: AnyPgColumn, pointId: AnyPgColumn): SQL<string | null> => sql`(
  select a.id::text from alarm a where a.building_id = ${buildingId} and a.joined_to is null
    and (a.judged_at is null or (a.verdict = 2 and a.ended_at is null))
    and exists (select 1 from alarm_event m where m.alarm_id = a.id and m.point_id = ${pointId})
  order by a.verdict nulls last, a.id limit 1)`

export const alarmOf = (eventId: AnyPgColumn): SQL<string | null> =>
  sql`(select m.alarm_id::text from alarm_event m where m.event_id = ${eventId})`

export const ackedInWave = (alarm: string): SQL =>
  sql.raw(`exists (select 1 from alarm_act k where k.alarm_id = ${alarm}.id and k.act = 'ack'
    and k.tapped_at >= coalesce(${alarm}.wave_at, k.tapped_at) and not exists (select 1 from alarm_act u where u.undoes = k.id))`)
