import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export const openAlarmOf = (buildingId: AnyPgColumn, pointId: AnyPgColumn): SQL<string | null> => sql`(
  select a.id::text from alarm a where a.building_id = ${buildingId} and a.joined_to is null
    and (a.judged_at is null or (a.verdict = 2 and a.ended_at is null))
    and exists (select 1 from alarm_event m where m.alarm_id = a.id and m.point_id = ${pointId})
  order by a.verdict nulls last, a.id limit 1)`

export const alarmOf = (eventId: AnyPgColumn): SQL<string | null> =>
  sql`(select m.alarm_id::text from alarm_event m where m.event_id = ${eventId})`
