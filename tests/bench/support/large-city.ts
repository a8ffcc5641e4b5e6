import { sql } from 'drizzle-orm'
import { seedDemoCity } from '#demo/seed/demo-city.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { DISTRICTS } from '#server/reference/regions.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'

/** The demo city's lie below. */
const FIRST = 1_000_000

export interface CitySize {
  readonly buildings: number
  /** Of each building. */
  readonly points: number
  readonly days: number
}

/** Around the demo city; triggers rest, sums are counted at the end. */
export async function makeLargeCity(db: Db, now: Date, size: CitySize): Promise<void> {
  await seedDemoCity(db, { now, hashPassword: async () => '-' })
  const streets = DISTRICTS.flatMap(({ streets }) => streets.map(({ code }) => code))
  const run = (query: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(query)
    })
  await run(sql`
    insert into building (id, name, complex_name, province_no, city_no, county, street_no, area, floor_space, building_type,
      provider_id, access_status, access_at, must_percent, open_project_id, app_key, created_at, modified_at,
      address, address_detail, height, upper_level, under_level, nature_id, construct_id, building_year)
    select ${FIRST} + i, '大楼' || i, '综合体' || i / 5, '310000', '310100', left(s.code, 6), s.code, 1000 + i % 90000, 1000,
      nullif(i % 5, 0) % 3, (select id from provider order by id offset i % (select count(*) from provider) limit 1),
      (array[1,1,1,2,2,0,3])[1 + i % 7], ${now.toISOString()}::timestamptz - (i % 400) * interval '1 day', i % 101,
      'OP-large-' || i, md5(i::text), ${now.toISOString()}::timestamptz - interval '400 days', now(),
      '道路' || i || '号', '道路' || i || '号1层', 30, 8, 1, '1', '4', 2010
    from generate_series(1, ${size.buildings}::int) i
    join lateral (select (${sql.param(streets)}::text[])[1 + i % ${streets.length}::int] as code) s on true`)
  const step = 1000
  for (let from = 1; from <= size.buildings; from += step) {
    const to = Math.min(from + step - 1, size.buildings)
    await run(sql`
      insert into point (id, building_id, device_no, point_number, device_name, device_type, system_id, api_id, api_type, online,
        reported_at, received_at, latest, created_at)
      select ${FIRST}::bigint + b * ${size.points}::int + p, ${FIRST} + b, 'D' || p, 'P' || p, '感烟探测器', 40, 1,
        (array[1,1,1,2,3,4,15,16,17,21,22,63])[1 + p % 12], 1, (b * 7 + p) % 40 <> 0, now(), now(), '{"alarmStatus": 0}', now()
      from generate_series(${from}::int, ${to}::int) b, generate_series(1, ${size.points}::int) p`)
    await run(sql`
      insert into score_day (building_id, day, score, items)
      select ${FIRST} + b, ${now.toISOString()}::timestamptz::date - d, 50 + (b * 31 + d * 7) % 50, '[]'
      from generate_series(${from}::int, ${to}::int) b, generate_series(0, ${size.days - 1}::int) d where b % 20 <> 0`)
    await run(sql`
      insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, ended_at, state)
      select p.id, p.building_id, p.api_id, (array['fire','fault','shield','action'])[1 + p.id % 4],
        ${now.toISOString()}::timestamptz - (p.id % 60) * interval '1 day', now(), case when p.id % 200 = 0 then null else now() end,
        case when p.id % 200 = 0 then 0 else 1 end
      from point p where p.building_id between ${FIRST + from} and ${FIRST + to} and p.id % 50 = 0`)
  }
  await recountAggregates(db)
  await db.execute('vacuum analyze')
}
