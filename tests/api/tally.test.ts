import { sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { FIRE_ALARM } from '#server/dashboard/equipment-kinds.store.ts'
import type { Db } from '#server/db/open-db.ts'
import { recountTallies } from '#server/tally/recount-tallies.ts'
import { compactTallies } from '#server/tally/tally.store.ts'
import { openApi } from '../support/api-context.ts'
import { chanceOf } from '../support/report-history.ts'

const city = await openApi()
afterAll(() => city.close())

/** TALLY_STEPS=5000 for a long run. */
const STEPS = Number(process.env.TALLY_STEPS ?? 40)
const STEPS_BETWEEN_LOOKS = 10
const alarmItem = sql`api_id in (${sql.join(
  FIRE_ALARM.apiIds.map((id) => sql`${id}`),
  sql`, `,
)})`

async function all(db: Db, query: SQL): Promise<unknown[]> {
  return (await db.execute(query)).rows
}

/** What the sums are by their ledgers, those that are nothing left out. */
const kept = async (db: Db) => ({
  points: await all(
    db,
    sql`select county, building_type::int as type, sum(points)::int as points, sum(online)::int as online, sum(alarm_points)::int as alarms
      from area_points group by 1, 2 having sum(points) <> 0 order by 1, 2`,
  ),
  scores: await all(
    db,
    sql`select day::text, county, building_type::int as type, sum(buildings)::int as buildings, sum(weight)::float8 as weight,
        sum(weighted)::float8 as weighted
      from area_score_day group by 1, 2, 3 having sum(buildings) <> 0 order by 1, 2, 3`,
  ),
  newest: await all(
    db,
    sql`select id, latest_score as score, scored_on::text as day from building where scored_on is not null order by id`,
  ),
})

/** The same, counted from the rows themselves. */
const counted = async (db: Db): ReturnType<typeof kept> => ({
  points: await all(
    db,
    sql`select b.county, coalesce(b.building_type, 0)::int as type, count(*)::int as points,
        (count(*) filter (where p.online))::int as online, (count(*) filter (where ${alarmItem}))::int as alarms
      from point p join building b on b.id = p.building_id group by 1, 2 order by 1, 2`,
  ),
  scores: await all(
    db,
    sql`select d.day::text, b.county, coalesce(b.building_type, 0)::int as type, count(*)::int as buildings,
        sum(coalesce(nullif(b.area, 0), 1000)::numeric)::float8 as weight,
        sum(d.score::numeric * coalesce(nullif(b.area, 0), 1000)::numeric)::float8 as weighted
      from score_day d join building b on b.id = d.building_id group by 1, 2, 3 order by 1, 2, 3`,
  ),
  newest: await all(
    db,
    sql`select distinct on (building_id) building_id as id, score, day::text from score_day order by building_id, day desc`,
  ),
})

/** Anything that may happen to what is summed, `n` a number to choose by. */
const CHANGES: readonly ((n: number) => SQL)[] = [
  (n) => sql`update point set online = not online where id % 17 = ${n % 17}`,
  (n) => sql`update point set online = true, reported_at = reported_at where id % 5 = ${n % 5}`,
  (n) => sql`update point set api_id = case when api_id = 1 then 16 else 1 end where id % 97 = ${n % 97}`,
  (n) => sql`delete from point where id % 211 = ${n % 211}`,
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
  (n) => sql`update building set name = name where id % 3 = ${n % 3}`,
  (n) =>
    sql`delete from building where id = (select id from building b where not exists (select 1 from approval a where a.building_id = b.id)
      order by id offset ${n % 20} limit 1)`,
]

test(
  'whatever happens to points, scores and buildings, in whatever order, their sums are what counting them comes to',
  { timeout: 1000 * STEPS },
  city.undone(async ({ db }) => {
    expect(await kept(db)).toEqual(await counted(db))
    const chance = chanceOf(7)
    let buildings = 0
    for (let look = 0; look < STEPS / STEPS_BETWEEN_LOOKS; look++) {
      for (let step = 0; step < STEPS_BETWEEN_LOOKS; step++) {
        const at = chance.below(CHANGES.length)
        // A city of a few dozen buildings would soon be empty.
        if (at === CHANGES.length - 1 && (buildings += 1) > 12) continue
        await db.execute(CHANGES[at]!(chance.below(1_000_000)))
        if (chance.below(7) === 0) await compactTallies(db)
      }
      expect(await kept(db)).toEqual(await counted(db))
    }
    await compactTallies(db)
    expect(await kept(db)).toEqual(await counted(db))
    expect(await recountTallies(db)).toBe(0)
    // Folded, there is one row a district, type and day at most: it grows with the days, never with the changes.
    expect(await compactTallies(db)).toBe(0)
  }),
)

test(
  'the nightly count puts right what should never be wrong, and tells how much it was',
  city.undone(async ({ db }) => {
    const before = await kept(db)
    await db.execute(sql`insert into area_points values ('310106', 0, 3, 0, -1)`)
    await db.execute(
      sql`delete from area_score_day where day = '2026-03-20' and county = '310106' and building_type = 0`,
    )
    await db.execute(
      sql`update building set latest_score = 1 where id = (select min(id) from building where scored_on is not null)`,
    )
    expect(await kept(db)).not.toEqual(before)
    expect(await recountTallies(db)).toBe(3)
    expect(await kept(db)).toEqual(before)
  }),
)
