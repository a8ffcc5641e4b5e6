import { sql } from 'drizzle-orm'
import { raiseMissingAlarms } from '#server/evaluation/raise-missing-alarms.ts'
import type { Db } from '#server/platform/db/open-db.ts'

/** The server's own code for unhandled events. */
export async function addAlarms(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    create temporary table handled on commit drop as
    select row_number() over (order by e.occurred_at, e.id) as alarm_id, e.*, b.provider_id,
      case when e.kind = 'fire' and e.api_id <> 12 then 'fire' else 'electrical' end as alarm_kind
    from device_event e join building b on b.id = e.building_id
    where e.state > 0 and (e.kind = 'fire' or e.api_id = 12)`)
  await db.execute(sql`
    insert into alarm (id, building_id, kind, priority, occurred_at, received_at, last_at, first_point_id, events, points,
      verdict, judged_at, judged_act, judged_rank, ended_at)
    select alarm_id, building_id, alarm_kind, case alarm_kind when 'fire' then 2 else 3 end, occurred_at, received_at,
      occurred_at, point_id, 1, 1, state, handled_at, alarm_id, 1, ended_at
    from handled order by alarm_id`)
  await db.execute(sql`
    insert into alarm_event (event_id, alarm_id, occurred_at, point_id)
    select id, alarm_id, occurred_at, point_id from handled order by alarm_id`)
  await db.execute(sql`
    insert into alarm_act (id, alarm_id, event_id, act, verdict, rank, provider_id, by_name, by_phone, tapped_at, at)
    select alarm_id, alarm_id, id, 'verdict', state, 1, provider_id, handled_by, handled_phone, handled_at, handled_at
    from handled order by alarm_id`)
  for (const table of ['alarm', 'alarm_act'])
    await db.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select greatest(max(id), 1) from ${sql.identifier(table)}))`,
    )
  await raiseMissingAlarms(db, now)
}
