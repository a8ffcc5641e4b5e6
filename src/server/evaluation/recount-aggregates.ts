import { sql } from 'drizzle-orm'
import { addDays } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'

/** Half a million rows at 20,000 buildings. */
const DAYS_AT_ONCE = 31

/** Differences indicate a bug. Each statement adds the difference within one snapshot, so writers are unaffected. */
export async function recountAggregates(db: Db): Promise<number> {
  // Skips points changed meanwhile.
  const ranks = await db.execute(sql`
    with open as (
      select point_id, min(open_rank_of(kind)) as rank from device_event
      where is_open_event(kind, state, ended_at) and kind in ('fire', 'fault', 'shield') group by 1),
    wrong as (
      select p.id, p.open_rank as was, coalesce(o.rank, 0) as rank from point p left join open o on o.point_id = p.id
      where p.open_rank <> coalesce(o.rank, 0))
    update point p set open_rank = w.rank from wrong w where p.id = w.id and p.open_rank = w.was`)
  const points = await db.execute(sql`
    insert into area_points
      select county, building_type, sum(points), sum(online), sum(alarm_points), sum(alarms), sum(faults), sum(shields),
        sum(alarms_offline) from (
        select b.county, coalesce(b.building_type, 0) as building_type, count(*) as points,
          count(*) filter (where p.online) as online, count(*) filter (where is_alarm_item(p.api_id)) as alarm_points,
          count(*) filter (where is_alarm_item(p.api_id) and p.open_rank = 1) as alarms,
          count(*) filter (where is_alarm_item(p.api_id) and p.open_rank = 2) as faults,
          count(*) filter (where is_alarm_item(p.api_id) and p.open_rank = 3) as shields,
          count(*) filter (where is_alarm_item(p.api_id) and alarm_state(p.open_rank, p.online) = 4) as alarms_offline
        from point p join building b on b.id = p.building_id group by 1, 2
        union all select county, building_type, -points, -online, -alarm_points, -alarms, -faults, -shields,
          -alarms_offline from area_points) s
      group by 1, 2 having sum(points) <> 0 or sum(online) <> 0 or sum(alarm_points) <> 0 or sum(alarms) <> 0
        or sum(faults) <> 0 or sum(shields) <> 0 or sum(alarms_offline) <> 0`)
  const newest = await db.execute(sql`
    update building b set latest_score = n.score, scored_on = n.day
    from building o left join lateral (
      select score, day from score_day d where d.building_id = o.id and exists (select 1 from point p where p.building_id = o.id and p.released_at is null)
      order by d.day desc limit 1) n on true
    where b.id = o.id and (b.latest_score, b.scored_on) is distinct from (n.score, n.day)`)
  const buildings = await db.execute(sql`
    insert into area_buildings
      select county, street_no, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted) from (
        select county, street_no, coalesce(building_type, 0) as building_type, access_status,
          coalesce(scored_on, '-infinity') as scored_on, count(*) as buildings, sum(building_weight(scored_on, area)) as weight,
          sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric) as weighted
        from building where registered group by 1, 2, 3, 4, 5
        union all select county, street_no, building_type, access_status, scored_on, -buildings, -weight, -weighted from area_buildings) s
      group by 1, 2, 3, 4, 5 having sum(buildings) <> 0 or sum(weight) <> 0 or sum(weighted) <> 0`)
  const standing = await db.execute(sql`
    insert into area_standing
      select county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted) from (
        select county, coalesce(building_type, 0) as building_type, access_status,
          coalesce(scored_on, '-infinity') as scored_on, count(*) as buildings, sum(building_weight(scored_on, area)) as weight,
          sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric) as weighted
        from building where registered group by 1, 2, 3, 4
        union all select county, building_type, access_status, scored_on, -buildings, -weight, -weighted from area_standing) s
      group by 1, 2, 3, 4 having sum(buildings) <> 0 or sum(weight) <> 0 or sum(weighted) <> 0`)
  const served = await db.execute(sql`
    insert into area_served
      select county, building_type, provider_id, sum(buildings) from (
        select county, coalesce(building_type, 0) as building_type, provider_id, count(*) as buildings
        from building where provider_id is not null and registered group by 1, 2, 3
        union all select county, building_type, provider_id, -buildings from area_served) s
      group by 1, 2, 3 having sum(buildings) <> 0`)
  const wrong = [ranks, points, newest, buildings, standing, served].reduce(
    (sum, { rowCount }) => sum + (rowCount ?? 0),
    0,
  )
  return wrong + (await recountScores(db))
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
          from score_day d join building b on b.id = d.building_id where b.registered and d.day between ${from} and ${to} group by 1, 2, 3
          union all select day, county, building_type, -buildings, -weight, -weighted from area_score_day
            where day between ${from} and ${to}) s
        group by 1, 2, 3 having sum(buildings) <> 0 or sum(weight) <> 0 or sum(weighted) <> 0`)
    wrong += rowCount ?? 0
  }
  return wrong
}
