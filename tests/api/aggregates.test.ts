// On both engines: many statements.
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { FIRE_ALARM } from '#server/reporting/equipment-kinds.store.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { compactAggregates } from '#server/evaluation/aggregates.store.ts'
import { openApi } from '../support/api-context.ts'
import { chanceOf } from '../support/report-history.ts'

const city = await openApi()
afterAll(() => city.close())

/** TALLY_STEPS=5000 for a long run. */
const STEPS = Number(process.env.TALLY_STEPS ?? 30)
const STEPS_BETWEEN_LOOKS = 10
const alarmItem = sql`api_id in (${sql.join(
  FIRE_ALARM.apiIds.map((id) => sql`${id}`),
  sql`, `,
)})`

async function all(db: Db, query: SQL): Promise<unknown[]> {
  return (await db.execute(query)).rows
}

const kept = async (db: Db) => ({
  points: await all(
    db,
    sql`select county, building_type::int as type, sum(points)::int as points, sum(online)::int as online, sum(alarm_points)::int as "alarmPoints",
        sum(alarms)::int as alarms, sum(faults)::int as faults, sum(shields)::int as shields,
        sum(alarms_offline)::int as "alarmsOffline"
      from area_points group by 1, 2 having sum(points) <> 0 order by 1, 2`,
  ),
  scores: await all(
    db,
    sql`select day::text, county, building_type::int as type, sum(buildings)::int as buildings, sum(weight)::float8 as weight,
        sum(weighted)::float8 as weighted
      from area_score_day group by 1, 2, 3 having sum(buildings) <> 0 order by 1, 2, 3`,
  ),
  buildings: await all(
    db,
    sql`select county, street_no as street, building_type::int as type, access_status::int as access, scored_on::text as day,
        sum(buildings)::int as buildings, sum(weight)::float8 as weight, sum(weighted)::float8 as weighted
      from area_buildings group by 1, 2, 3, 4, 5 having sum(buildings) <> 0 order by 1, 2, 3, 4, 5`,
  ),
  standing: await all(
    db,
    sql`select county, building_type::int as type, access_status::int as access, scored_on::text as day,
        sum(buildings)::int as buildings, sum(weight)::float8 as weight, sum(weighted)::float8 as weighted
      from area_standing group by 1, 2, 3, 4 having sum(buildings) <> 0 order by 1, 2, 3, 4`,
  ),
  served: await all(
    db,
    sql`select county, building_type::int as type, provider_id as provider, sum(buildings)::int as buildings
      from area_served group by 1, 2, 3 having sum(buildings) <> 0 order by 1, 2, 3`,
  ),
  newest: await all(
    db,
    sql`select id, latest_score as score, scored_on::text as day from building where scored_on is not null order by id`,
  ),
})

const counted = async (db: Db): ReturnType<typeof kept> => ({
  points: await all(
    db,
    sql`select b.county, coalesce(b.building_type, 0)::int as type, count(*)::int as points,
        (count(*) filter (where p.online))::int as online, (count(*) filter (where ${alarmItem}))::int as "alarmPoints",
        (count(*) filter (where ${alarmItem} and o.gravest = 'fire'))::int as alarms,
        (count(*) filter (where ${alarmItem} and o.gravest = 'fault'))::int as faults,
        (count(*) filter (where ${alarmItem} and o.gravest = 'shield'))::int as shields,
        (count(*) filter (where ${alarmItem} and o.gravest is null and not p.online))::int as "alarmsOffline"
      from point p join building b on b.id = p.building_id
      left join lateral (select e.kind as gravest from device_event e where e.point_id = p.id and e.ended_at is null
        and (e.state = 0 or (e.state = 2 and e.kind = 'fire')) and e.kind <> 'action'
        order by array_position(array['fire', 'fault', 'shield'], e.kind) limit 1) o on true
      group by 1, 2 order by 1, 2`,
  ),
  scores: await all(
    db,
    sql`select d.day::text, b.county, coalesce(b.building_type, 0)::int as type, count(*)::int as buildings,
        sum(coalesce(nullif(b.area, 0), 1000)::numeric)::float8 as weight,
        sum(d.score::numeric * coalesce(nullif(b.area, 0), 1000)::numeric)::float8 as weighted
      from score_day d join building b on b.id = d.building_id where b.registered group by 1, 2, 3 order by 1, 2, 3`,
  ),
  buildings: await all(
    db,
    sql`select b.county, b.street_no as street, coalesce(b.building_type, 0)::int as type, b.access_status::int as access,
        coalesce(d.day, '-infinity')::text as day, count(*)::int as buildings,
        coalesce(sum(coalesce(nullif(b.area, 0), 1000)::numeric) filter (where d.day is not null), 0)::float8 as weight,
        coalesce(sum(d.score::numeric * coalesce(nullif(b.area, 0), 1000)::numeric), 0)::float8 as weighted
      from building b left join lateral
        (select day, score from score_day where building_id = b.id and exists (select 1 from point where building_id = b.id)
          order by day desc limit 1) d on true
      where b.registered group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  ),
  standing: await all(
    db,
    sql`select b.county, coalesce(b.building_type, 0)::int as type, b.access_status::int as access,
        coalesce(d.day, '-infinity')::text as day, count(*)::int as buildings,
        coalesce(sum(coalesce(nullif(b.area, 0), 1000)::numeric) filter (where d.day is not null), 0)::float8 as weight,
        coalesce(sum(d.score::numeric * coalesce(nullif(b.area, 0), 1000)::numeric), 0)::float8 as weighted
      from building b left join lateral
        (select day, score from score_day where building_id = b.id and exists (select 1 from point where building_id = b.id)
          order by day desc limit 1) d on true
      where b.registered group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  ),
  served: await all(
    db,
    sql`select county, coalesce(building_type, 0)::int as type, provider_id as provider, count(*)::int as buildings
      from building where provider_id is not null and registered group by 1, 2, 3 order by 1, 2, 3`,
  ),
  newest: await all(
    db,
    sql`select distinct on (building_id) building_id as id, score, day::text from score_day d
      where exists (select 1 from point where building_id = d.building_id) order by building_id, day desc`,
  ),
})

/** `n` selects its object. */
const CHANGES: readonly ((n: number) => SQL)[] = [
  (n) => sql`update point set online = not online where id % 17 = ${n % 17}`,
  (n) => sql`update point set online = true, reported_at = reported_at where id % 5 = ${n % 5}`,
  (n) => sql`update point set api_id = case when api_id = 1 then 16 else 1 end where id % 97 = ${n % 97}`,
  (n) => sql`delete from point where id % 211 = ${n % 211}`,
  (n) => sql`delete from point where building_id % 29 = ${n % 29}`,
  (n) =>
    sql`insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, ended_at, state, sequence)
      select id, building_id, api_id, (array['fire','fault','shield','action'])[1 + (id + ${n}::int) % 4],
        '2026-03-23T00:00:00Z'::timestamptz + ${n % 3600}::int * interval '1 second', now(),
        case when (id + ${n}::int) % 7 = 0 then now() end, (id % 3)::int / 2, ${n}::int
      from point where id % 23 = ${n % 23} on conflict do nothing`,
  (n) => sql`update device_event set ended_at = now() where ended_at is null and id % 5 = ${n % 5}`,
  (n) => sql`update device_event set ended_at = null where id % 31 = ${n % 31}`,
  (n) => sql`update device_event set state = ${n % 3} where id % 29 = ${n % 29}`,
  (n) => sql`update device_event set kind = 'shield' where kind = 'fault' and id % 37 = ${n % 37}`,
  (n) => sql`delete from device_event where id % 41 = ${n % 41}`,
  (n) =>
    sql`insert into point (building_id, device_no, point_number, device_name, device_type, system_id, api_id, api_type, online, created_at)
      select b.id, 'n', 'n' || ${n}::text || '-' || i, 'n', 1, 1, case when i % 2 = 0 then 1 else 15 end, 1, i % 3 = 0, now()
      from building b, generate_series(1, 5) i where b.id % 7 = ${n % 7} on conflict do nothing`,
  (n) =>
    sql`insert into score_day (building_id, day, score)
      select id, '2026-03-23'::date - ${n % 3}::int, ${n % 100} + 0.5 from building where id % 4 = ${n % 4}
      on conflict (building_id, day) do update set score = excluded.score`,
  (n) =>
    sql`insert into score_day (building_id, day, score)
      select id, '2026-03-24'::date + ${n % 5}::int, ${n % 99} from building where id % 9 = ${n % 9}
      on conflict (building_id, day) do update set score = excluded.score, card = 1`,
  (n) => sql`delete from score_day where building_id % 13 = ${n % 13} and day > '2026-03-18'`,
  (n) =>
    sql`update building set county = case county when '310106' then '310115' else '310106' end where id % 19 = ${n % 19}`,
  (n) => sql`update building set building_type = nullif(${n % 3}::int, 0) where id % 11 = ${n % 11}`,
  (n) => sql`update building set area = ${n % 4 === 0 ? null : n % 4000}::float8 where id % 6 = ${n % 6}`,
  (n) => sql`update building set access_status = ${n % 4} where id % 5 = ${n % 5}`,
  (n) => sql`update building set registered = not registered where id % 7 = ${n % 7}`,
  (n) => sql`update building set registered = true, county = '310106', area = 5 where id % 29 = ${n % 29}`,
  (n) => sql`update building set street_no = county || '001', provider_id = null where id % 17 = ${n % 17}`,
  (n) => sql`update building set provider_id = (select min(id) from provider) where id % 13 = ${n % 13}`,
  (n) =>
    sql`insert into building (name, complex_name, province_no, city_no, county, street_no, area, building_type, open_project_id,
        app_key, created_at, modified_at)
      select 'n', 'n', '310000', '310100', county, street_no, area, building_type, 'OP-' || ${n}::text || '-' || id, 'n', now(), now()
      from building where id % 31 = ${n % 31} on conflict do nothing`,
  (n) => sql`update building set name = name where id % 3 = ${n % 3}`,
  (n) =>
    sql`delete from building where id = (select id from building b where not exists (select 1 from approval a where a.building_id = b.id)
      order by id offset ${n % 20} limit 1)`,
]

test(
  'the sums equal the counted rows after any changes of points, scores and buildings in any order',
  { timeout: 1000 * STEPS },
  city.undone(async ({ db }) => {
    expect(await kept(db)).toEqual(await counted(db))
    const chance = chanceOf(7)
    let buildings = 0
    for (let look = 0; look < STEPS / STEPS_BETWEEN_LOOKS; look++) {
      for (let step = 0; step < STEPS_BETWEEN_LOOKS; step++) {
        const at = chance.below(CHANGES.length)
        if (at === CHANGES.length - 1 && (buildings += 1) > 12) continue
        await db.execute(CHANGES[at]!(chance.below(1_000_000)))
        if (chance.below(7) === 0) await compactAggregates(db)
      }
      expect(await kept(db)).toEqual(await counted(db))
    }
    await compactAggregates(db)
    expect(await kept(db)).toEqual(await counted(db))
    expect(await recountAggregates(db)).toBe(0)
    // One row per district, type and day.
    expect(await compactAggregates(db)).toBe(0)
  }),
)

test(
  'the nightly count corrects wrong sums and reports by how much',
  city.undone(async ({ db }) => {
    const before = await kept(db)
    await db.execute(sql`insert into area_points values ('310106', 0, 3, 0, -1, 1, 0, 0, 1)`)
    await db.execute(sql`insert into area_buildings values ('310106', '310106001', 0, 1, '-infinity', 1, 0, 0)`)
    await db.execute(sql`insert into area_standing values ('310106', 0, 1, '-infinity', 2, 0, 0)`)
    await db.execute(sql`delete from area_served where ctid = (select min(ctid) from area_served)`)
    await db.execute(sql`update point set open_rank = 2 where id = (select min(id) from point where open_rank = 0)`)
    await db.execute(
      sql`delete from area_score_day where day = '2026-03-20' and county = '310106' and building_type = 0`,
    )
    await db.execute(
      sql`update building set latest_score = 1 where id = (select min(id) from building where scored_on is not null)`,
    )
    expect(await kept(db)).not.toEqual(before)
    expect(await recountAggregates(db)).toBe(7)
    expect(await kept(db)).toEqual(before)
  }),
)
