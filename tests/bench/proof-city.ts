import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { demoKeysOf } from '#mocks/seed/provider.ts'
import { DEMO_PASSWORD } from '#mocks/seed/account.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { type Db, openDatabase, type OpenDatabase } from '#server/db/open-db.ts'
import { DEMO_SECRET_KEY } from '#server/env.ts'
import { PASSED, provider } from '#server/provider/provider.table.ts'
import { createSecrets } from '#server/secrets.ts'
import { workOutDue } from '#server/understanding/work-out-buildings.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { makeLargeCity } from './large-city.ts'

/** The smallest number of what `makeLargeCity` makes. */
export const FIRST_LARGE = 1_000_001
const BUILDINGS = Number(process.env.BENCH_BUILDINGS ?? 10_000)
const POINTS = 100
const DAYS = 60

/** People of the city: so many accounts each of units, property companies, the city's and the districts' authority. */
const PEOPLE = { unit: 60, property: 15, city: 5, district: 20 } as const
const UNITS = PEOPLE.unit + PEOPLE.property
/** The first numbers of the units and accounts made here. */
const FIRST_UNIT = 900_001
const FIRST_ACCOUNT = 900_001
/** Notifications in each box, unread. */
const MESSAGES = 40

/** Gives providers that all passed, with keys that the built server opens, and everybody one password. */
async function openDoors(db: Db): Promise<void> {
  const secrets = createSecrets(DEMO_SECRET_KEY)
  const { hash } = await createPasswords()
  for (const { id } of await db.select({ id: provider.id }).from(provider))
    await db.execute(sql`update provider set status = ${PASSED}, secret = ${secrets.seal(demoKeysOf(id).secret)} where id = ${id}`)
  await db.execute(sql`update account set password_hash = ${await hash(DEMO_PASSWORD)}, must_change_password = false`)
}

/** A hundred people: units with 20 buildings each, property companies with 100, officers of the city and its districts. */
async function addPeople(db: Db, buildings: number): Promise<void> {
  await db.execute(sql`
    insert into unit select (jsonb_populate_record(u, jsonb_build_object('id', ${FIRST_UNIT}::bigint + i, 'name', '单位' || i,
      'is_building_manager', case when i < ${PEOPLE.unit}::int then 2 else 1 end, 'app_key', md5('unit' || i),
      'profile_complete', true))).*
    from generate_series(0, ${UNITS - 1}::int) i, unit u where u.id = (select min(id) from unit where profile_complete)`)
  await db.execute(sql`
    insert into building_unit (building_id, unit_id, kind, entered_at, created_at, modified_at)
    select ${FIRST_LARGE}::bigint + (i * 131 + n * 7) % ${buildings}::int, ${FIRST_UNIT}::bigint + i, 'bound', now(), now(), now()
    from generate_series(0, ${UNITS - 1}::int) i,
      generate_series(1, case when i < ${PEOPLE.unit}::int then 20 else 100 end) n
    on conflict do nothing`)
  await db.execute(sql`
    insert into account (id, account, name, role, unit_id, organ_id, password_hash, must_change_password, created_at)
    select ${FIRST_ACCOUNT}::bigint + i, 'person' || i, '用户' || i,
      case when i < ${PEOPLE.unit}::int then 'unit' when i < ${UNITS}::int then 'property' else 'government' end,
      case when i < ${UNITS}::int then ${FIRST_UNIT}::bigint + i end,
      case when i >= ${UNITS + PEOPLE.city}::int
          then (select id from organ where level = 3 order by id offset i % (select count(*) from organ where level = 3) limit 1)
        when i >= ${UNITS}::int then (select id from organ where level = 2 limit 1) end,
      '-', false, now()
    from generate_series(0, ${UNITS + PEOPLE.city + PEOPLE.district - 1}::int) i`)
  await db.execute(sql`
    with told as (
      insert into message (title, message_html, sent_at)
      select '通知' || i, '<p>请按时完成消防设施检查。</p>', now() - i * interval '1 hour'
      from generate_series(1, ${MESSAGES}::int) i returning id, sent_at)
    insert into message_receiver (message_id, account_id, sent_at)
    select t.id, a.id, t.sent_at from told t, account a where a.id >= ${FIRST_ACCOUNT}::bigint`)
}

/**
 * Brings a city to an ordinary minute: its points have reported just now and all buildings are worked out. One that was
 * just made has everything to be understood, one that was kept for half an hour marks most of its points offline; either
 * costs more than the reports of the minutes that are measured.
 */
async function settle({ db, connectLong }: OpenDatabase): Promise<void> {
  const { client, end } = await connectLong()
  await client.query('update point set online = true, reported_at = now(), received_at = now() where reported_at is not null')
  await client.query('vacuum analyze')
  await end()
  await db.execute(sql`update building_state set checked_day = null, due_at = now()`)
  await workOutDue(db, new Date())
}

/**
 * Opens a database and makes the city in it where none is: buildings with 100 points each around the demo city,
 * providers that all may report, and a hundred people. BENCH_SETTLED=1 brings it to an ordinary minute.
 * @param buildings how many; by BENCH_BUILDINGS (10,000) unless told
 * @returns the database, and how long the city took to make, seconds
 */
export async function openProofCity(
  url: string,
  buildings = BUILDINGS,
): Promise<{ opened: OpenDatabase; madeIn: number }> {
  const opened = await openDatabase(url, { log: silentLog, root })
  await opened.migrate()
  const from = performance.now()
  const { rows } = await opened.db.execute<{ there: boolean }>(
    sql`select exists (select from account where id = ${FIRST_ACCOUNT}) as there`,
  )
  if (!rows[0]?.there) {
    const { client, end } = await opened.connectLong()
    const db = drizzle(client) as unknown as Db
    await makeLargeCity(db, new Date(), { buildings, points: POINTS, days: DAYS })
    await addPeople(db, buildings)
    await openDoors(db)
    await db.execute('vacuum analyze')
    await end()
  }
  if (process.env.BENCH_SETTLED) await settle(opened)
  return { opened, madeIn: (performance.now() - from) / 1000 }
}

/** The hundred people's accounts, each with what it is. */
export async function peopleOf(db: Db): Promise<{ account: string; role: string }[]> {
  const { rows } = await db.execute<{ account: string; role: string }>(
    sql`select account, role from account where id >= ${FIRST_ACCOUNT} order by id`,
  )
  return rows
}
