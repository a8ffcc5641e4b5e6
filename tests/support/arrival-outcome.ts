import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'

const wire = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`)

/** `isWhole` false: without columns that differ between HTTP and gateway. */
const QUERIES = {
  records: (isWhole: boolean) => sql`
    select concat_ws(' ', point_number, (select p.point_number from point p where p.id = point_id), kind, api_id,
      ${wire('occurred_at')}, 'to', ${wire('ended_at')}, state, ${wire('handled_at')}, handled_by, unregistered, time_mark,
      ${isWhole ? sql`sequence` : sql`''`}, ${isWhole ? sql`from_status` : sql`''`}) from device_event where building_id = b.id`,
  readings: (isWhole: boolean) => sql`
    select concat_ws(' ', p.point_number, ${wire('r.at')}, r.measures, ${isWhole ? sql`r.sequence` : sql`''`})
    from reading r join point p on p.id = r.point_id where r.building_id = b.id`,
  points: (isWhole: boolean) => sql`
    select concat_ws(' ', point_number, online, open_rank, latest, ${wire('latest_at')},
      ${isWhole ? sql`latest_sequence` : sql`''`}) from point where building_id = b.id`,
  troubles: () => sql`
    select concat_ws(' ', p.point_number, t.cause, ${wire('t.since')})
    from trouble t join point p on p.id = t.point_id where t.building_id = b.id`,
  // It depends on the last report.
  problems: () => sql`
    select concat_ws(' ', p.point_number, q.cause, ${wire('q.happened_at')}, regexp_replace(q.item_desc, '（.*）', ''), q.content)
    from problem q join point p on p.id = q.point_id where q.building_id = b.id and q.solved_at is null`,
  scores: () => sql`
    select concat_ws(' ', day, score, card, must_percent, (select jsonb_agg(item order by item::text) from jsonb_array_elements(items) item))
    from score_day where building_id = b.id`,
  alarms: (_: boolean, hasVerdicts: boolean) => sql`
    select concat_ws(' ', kind, priority, ${wire('occurred_at')}, ${wire('last_at')}, ${wire('ended_at')}, events, points, second,
      (select p.point_number from point p where p.id = first_point_id)) from alarm where building_id = b.id and not ${hasVerdicts}::boolean`,
  access: () => sql`
    select concat_ws(' ', b.access_status, b.must_percent, b.optional_percent, b.latest_score,
      (select connected from building_state s where s.building_id = b.id))`,
} satisfies Record<string, (isWhole: boolean, hasVerdicts: boolean) => SQL>

export type Outcome = Record<string, string[]>

export async function outcomeOf(db: Db, buildingId: number, isWhole: boolean, hasVerdicts: boolean): Promise<Outcome> {
  const parts = Object.entries(QUERIES).map(
    ([name, query]) =>
      sql`'${sql.raw(name)}', (select coalesce(json_agg(line order by line), '[]') from (${query(isWhole, hasVerdicts)}) x(line))`,
  )
  const { rows } = await db.execute<{ outcome: Outcome }>(
    sql`select json_build_object(${sql.join(parts, sql`, `)}) as outcome from building b where b.id = ${buildingId}`,
  )
  return rows[0]!.outcome
}
