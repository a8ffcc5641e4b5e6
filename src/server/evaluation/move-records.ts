import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { recordAlarms } from './alarm-change.store.ts'
import { BESIDE_WINDOW, besideIn } from './raise-alarms.ts'
import { ratePriority } from './start-waves.ts'

/** `at` in ms. */
export interface MovedRecord {
  readonly eventId: number
  readonly at: number
}

export async function moveRecords(tx: Db, moved: readonly MovedRecord[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update alarm_event e set occurred_at = n.at
    from unnest(${sql.param(moved.map(({ eventId }) => eventId))}::bigint[],
      ${sql.param(moved.map(({ at }) => new Date(at).toISOString()))}::timestamptz[]) as n(id, at)
    where e.event_id = n.id returning e.alarm_id as id`)
  if (rows.length === 0) return
  const alarmIds = [...new Set(rows.map(({ id }) => Number(id)))]
  await tx.execute(sql`
    update alarm a set version = a.version + 1, occurred_at = s.first, last_at = s.last, first_point_id = s.first_point,
      second = s.second
    from (
      select alarm_id, min(occurred_at) as first, max(occurred_at) as last,
        (array_agg(point_id order by occurred_at, point_id))[1] as first_point, coalesce(bool_or(beside), false) as second
      from (select *, ${besideIn('alarm_event')} as beside
        from alarm_event where alarm_id = any(${sql.param(alarmIds)}::bigint[]) ${BESIDE_WINDOW}) x
      group by alarm_id) s
    where a.id = s.alarm_id`)
  await ratePriority(tx, alarmIds)
  await recordAlarms(tx, alarmIds)
}
