import { sql } from 'drizzle-orm'
import { addDays } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'

/** Days of scores counted in one statement: at 20,000 buildings half a million rows. */
const DAYS_AT_ONCE = 31

/**
 * Counts everything that is kept as a sum anew and puts right what differs; nothing ever should. Each statement sees
 * rows and sums of one moment and only adds what is between them, so that others may go on writing.
 * @returns how many sums were wrong
 */
export async function recountTallies(db: Db): Promise<number> {
  const points = await db.execute(sql`
    insert into area_points
      select county, building_type, sum(points), sum(online), sum(alarm_points) from (
        select b.county, coalesce(b.building_type, 0) as building_type, count(*) as points,
          count(*) filter (where p.online) as online, count(*) filter (where is_alarm_item(p.api_id)) as alarm_points
        from point p join building b on b.id = p.building_id group by 1, 2
        union all select county, building_type, -points, -online, -alarm_points from area_points) s
      group by 1, 2 having sum(points) <> 0 or sum(online) <> 0 or sum(alarm_points) <> 0`)
  const newest = await db.execute(sql`
    update building b set latest_score = n.score, scored_on = n.day
    from building o left join lateral (
      select score, day from score_day d where d.building_id = o.id order by d.day desc limit 1) n on true
    where b.id = o.id and (b.latest_score, b.scored_on) is distinct from (n.score, n.day)`)
  return (points.rowCount ?? 0) + (newest.rowCount ?? 0) + (await recountScores(db))
}

async function recountScores(db: Db): Promise<number> {
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(sql`
    select least(min(a.day), (select min(day) from score_day))::text as first,
      greatest(max(a.day), (select max(day) from score_day))::text as last from area_score_day a`)
  const { first, last } = rows[0] ?? {}
  if (!first || !last) return 0
  let wrong = 0
  for (let from = first; from <= last; from = addDays(from, DAYS_AT_ONCE)) {
    const to = addDays(from, DAYS_AT_ONCE - 1)
    const { rowCount } = await db.execute(sql`
      insert into area_score_day
        select day, county, building_type, sum(buildings), sum(weight), sum(weighted) from (
          select d.day, b.county, coalesce(b.building_type, 0) as building_type, count(*) as buildings,
            sum(score_weight(b.area)) as weight, sum(d.score::numeric * score_weight(b.area)) as weighted
          from score_day d join building b on b.id = d.building_id where d.day between ${from} and ${to} group by 1, 2, 3
          union all select day, county, building_type, -buildings, -weight, -weighted from area_score_day
            where day between ${from} and ${to}) s
        group by 1, 2, 3 having sum(buildings) <> 0 or sum(weight) <> 0 or sum(weighted) <> 0`)
    wrong += rowCount ?? 0
  }
  return wrong
}
