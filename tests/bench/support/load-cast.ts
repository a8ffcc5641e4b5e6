import { sql } from 'drizzle-orm'
import { addDays, shanghaiDay } from '#contract/time.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { signedIn } from './bench-api.ts'
import type { Actor, Cast } from './mixed-load.ts'
import { FIRST_LARGE } from './proof-city.ts'

const UNITS = 8
const LANES = 4

const rows = async <T extends Record<string, unknown>>(db: Db, query: ReturnType<typeof sql>) =>
  (await db.execute<T>(query)).rows

/** Units, an official, users, providers. */
export async function castOf(db: Db): Promise<Cast> {
  const now = new Date()
  const today = shanghaiDay(now)
  const days = Array.from({ length: 31 }, (_, i) => addDays(today, -i - 1)).filter(
    (day) => day.slice(0, 7) === today.slice(0, 7),
  )
  const names = await rows<{ account: string; unit: string }>(
    db,
    sql`
    select account, unit_id as unit from account where account like 'person%' and role = 'unit' order by id limit ${UNITS}`,
  )
  const units: Actor[] = []
  for (const [n, { account, unit }] of names.entries()) {
    const first = FIRST_LARGE + n * 3
    await db.execute(sql`delete from building_unit where building_id between ${first} and ${first + 2}`)
    await db.execute(sql`insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
      select id, ${unit}::bigint, 'bound', now(), now() from building where id between ${first} and ${first + 2}`)
    await db.execute(
      sql`update building set provider_id = ${FIRST_PROVIDER_ID} where id between ${first} and ${first + 2}`,
    )
    const buildings = await rows<Actor['buildings'][number]>(
      db,
      sql`
      select id, name, county, street_no as street from building where id between ${first} and ${first + 2} order by id`,
    )
    units.push({ account, token: await signedIn(db, account, now), buildings, days: [...days] })
  }
  const points = await rows<{ id: string; projectId: string; pointNumber: string }>(
    db,
    sql`
    select p.id, b.open_project_id as "projectId", p.point_number as "pointNumber" from point p join building b on b.id = p.building_id
    where b.provider_id = ${FIRST_PROVIDER_ID} and b.id >= ${FIRST_LARGE} order by p.id`,
  )
  const share = Math.floor(points.length / LANES)
  return {
    units,
    officer: { account: 'zhidui', token: await signedIn(db, 'zhidui', now), buildings: [], days: [] },
    comers: (
      await rows<{ account: string }>(
        db,
        sql`select account from account where role = 'property' and account like 'person%' order by id limit 4`,
      )
    ).map(({ account }) => account),
    lanes: Array.from({ length: LANES }, (_, lane) => ({
      providerId: FIRST_PROVIDER_ID,
      points: points.slice(lane * share, (lane + 1) * share).map((point) => ({ ...point, id: Number(point.id) })),
    })),
  }
}
