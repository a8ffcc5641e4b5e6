import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { DEMO_PASSWORD } from '#demo/seed/account.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { type Db, openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { DEMO_SECRET_KEY } from '#server/platform/env.ts'
import { PASSED, provider } from '#server/schema/provider.table.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog } from '../../support/silent-log.ts'
import { copyUnits } from './copy-units.ts'
import { makeLargeCity } from './large-city.ts'

export const FIRST_LARGE = 1_000_001
const BUILDINGS = Number(process.env.BENCH_BUILDINGS ?? 10_000)
const POINTS = 100
const DAYS = 60

const PEOPLE = { unit: 60, property: 15, city: 5, district: 20 } as const
const UNITS = PEOPLE.unit + PEOPLE.property
const FIRST_UNIT = 900_001
const FIRST_ACCOUNT = 900_001
const MESSAGES = 40

/** Keys that the server opens, one password. */
async function openDoors(db: Db): Promise<void> {
  const secrets = createSecrets(DEMO_SECRET_KEY)
  const { hash } = await createPasswords()
  for (const { id } of await db.select({ id: provider.id }).from(provider))
    await db.execute(
      sql`update provider set status = ${PASSED}, secret = ${secrets.seal(demoKeysOf(id).secret)} where id = ${id}`,
    )
  await db.execute(sql`update account set password_hash = ${await hash(DEMO_PASSWORD)}, must_change_password = false`)
}

/** 20 buildings a unit, 100 a property company. */
async function addPeople(db: Db, buildings: number): Promise<void> {
  await copyUnits(
    db,
    UNITS,
    sql`jsonb_build_object('id', ${FIRST_UNIT}::bigint + i, 'name', '单位' || i,
      'is_building_manager', case when i < ${PEOPLE.unit}::int then 2 else 1 end, 'app_key', md5('unit' || i),
      'profile_complete', true)`,
  )
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
 * A new city has everything to evaluate, an older one marks its points offline.
 */
async function settle({ db, connectLong }: OpenDatabase): Promise<void> {
  const { client, end } = await connectLong()
  await client.query(
    'update point set online = true, reported_at = now(), received_at = now() where reported_at is not null',
  )
  await client.query('vacuum analyze')
  await end()
  await db.execute(sql`update building_state set checked_day = null, due_at = now()`)
  await reEvaluateDue(db, new Date())
}

/**
 * 100 points a building, and a hundred people. BENCH_SETTLED=1 brings it to an ordinary minute. @param buildings
 * default BENCH_BUILDINGS (10,000) @returns also seconds to make it
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
    const db = drizzle(client)
    await makeLargeCity(db, new Date(), { buildings, points: POINTS, days: DAYS })
    await addPeople(db, buildings)
    await openDoors(db)
    await db.execute('vacuum analyze')
    await end()
  }
  if (process.env.BENCH_SETTLED) await settle(opened)
  return { opened, madeIn: (performance.now() - from) / 1000 }
}

export async function peopleOf(db: Db): Promise<{ account: string; role: string }[]> {
  const { rows } = await db.execute<{ account: string; role: string }>(
    sql`select account, role from account where id >= ${FIRST_ACCOUNT} order by id`,
  )
  return rows
}
