import { randomBytes } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { authority } from '#contract/authority.ts'
import { callBatch } from '#contract/call-batch.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { score } from '#contract/score.ts'
import { DISTRICTS } from '#server/reference/regions.ts'
import { hashToken } from '#server/platform/session.ts'
import { type Db, openDatabase } from '#server/platform/db/open-db.ts'
import { compactAggregates } from '#server/evaluation/aggregates.store.ts'
import { benchDatabase } from './support/bench-database.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { benchApi } from './support/bench-api.ts'
import { makeLargeCity } from './support/large-city.ts'
import { authorityPartsOf, batchFields } from '../support/dashboard-parts.ts'
import { tell } from './support/tell.ts'

const NOW = new Date('2026-03-23T10:15:00+08:00')
const USERS = 20
const CALLS_A_USER = 15
const size = {
  buildings: Number(process.env.BENCH_BUILDINGS ?? 20_000),
  points: Number(process.env.BENCH_POINTS ?? 100),
  days: Number(process.env.BENCH_DAYS ?? 396),
}

const at = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0

interface Person {
  readonly token: string
  readonly county: string | null
}

/** Half of the city, half of districts. */
async function people(db: Db): Promise<Person[]> {
  const found: Person[] = []
  for (let i = 0; i < USERS; i++) {
    const token = randomBytes(32).toString('base64url')
    const county = i % 2 === 0 ? null : DISTRICTS[i % DISTRICTS.length]!.code
    await db.execute(sql`
      insert into organ (id, name, level, county) values (${900_000 + i}, 'bench', ${county ? 3 : 1}, ${county}) on conflict do nothing`)
    await db.execute(sql`
      insert into account (id, account, name, role, organ_id, password_hash, must_change_password, created_at)
      values (${900_000 + i}, ${`bench${i}`}, 'bench', 'government', ${900_000 + i}, '-', false, now()) on conflict do nothing`)
    await db.execute(sql`delete from session where account_id = ${900_000 + i}`)
    await db.execute(sql`
      insert into session (token_hash, account_id, created_at, last_seen_at)
      values (${hashToken(token)}, ${900_000 + i}, ${NOW.toISOString()}, ${NOW.toISOString()})`)
    found.push({ token, county })
  }
  return found
}

interface Case {
  readonly says: string
  readonly call: Endpoint
  readonly input: Record<string, string>
  /** The same rows, counted by themselves. */
  readonly bare: SQL
}

const buildings = sql`select count(*), count(*) filter (where access_status = 1) from building`
const CASES: readonly Case[] = [
  { says: 'accessOverview', call: dashboard.accessOverview, input: {}, bare: buildings },
  { says: 'areaRankingList, access', call: dashboard.areaRanking, input: { rankType: '0' }, bare: buildings },
  {
    says: 'areaRankingList, score',
    call: dashboard.areaRanking,
    input: { rankType: '1' },
    bare: sql`select count(*), avg(score) from score_day where day between '2026-03-16' and '2026-03-23'`,
  },
  {
    says: 'isvRankingList',
    call: authority.isvRanking,
    input: {},
    bare: sql`select provider_id, count(*) from building group by 1`,
  },
  {
    says: 'scoreOverview, 7 days',
    call: score.overview,
    input: { days: '7' },
    bare: sql`select day, avg(score) from score_day where day between '2026-02-01' and '2026-03-23' group by 1`,
  },
  {
    says: 'scoreOverview, 30 days',
    call: score.overview,
    input: { days: '30' },
    bare: sql`select day, avg(score) from score_day where day between '2026-02-01' and '2026-03-23' group by 1`,
  },
  {
    says: 'devices',
    call: dashboard.devices,
    input: {},
    bare: sql`select count(*), count(*) filter (where online) from point`,
  },
  {
    says: 'fire alarm',
    call: authority.fireAlarm,
    input: {},
    bare: sql`select count(*) from point where api_id in (1, 2, 3, 4, 60, 63)`,
  },
  {
    says: 'the batch, all parts',
    call: callBatch.read,
    input: batchFields(authorityPartsOf()),
    bare: sql`select count(*), count(*) filter (where online) from point`,
  },
]

/** Each asks again at once; sorted, ms. */
async function load(
  api: ReturnType<typeof benchApi>,
  users: readonly Person[],
  { call, input }: Case,
  areaOf: (user: Person, turn: number) => Record<string, string>,
): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    users.map(async (user) => {
      for (let turn = 0; turn < CALLS_A_USER; turn++) {
        const query = new URLSearchParams({ ...input, ...areaOf(user, turn) })
        const from = performance.now()
        const response = await api.request(`${call.path}?${query}`, { headers: { 'x-auth-token': user.token } })
        const body = (await response.json()) as { code: number; message: string }
        times.push(performance.now() - from)
        if (body.code !== 200) throw new Error(`${call.path}: ${body.code} ${body.message}`)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}

const WHOLE = () => ({})
/** The others have their own. */
const ANY = ({ county }: Person, turn: number): Record<string, string> =>
  county || turn % 2 === 0
    ? turn % 3 === 0
      ? { buildType: String(1 + (turn % 2)) }
      : {}
    : { countyNo: DISTRICTS[turn % DISTRICTS.length]!.code }

export async function benchAuthority(loadOnly: boolean): Promise<void> {
  const database = await benchDatabase()
  const opened = await openDatabase(database.url, { log: silentLog, root })
  try {
    await opened.migrate()
    const { db } = opened
    const [{ n } = { n: 0 }] = (await db.execute<{ n: number }>(sql`select count(*)::int as n from building`)).rows
    if (n < size.buildings) {
      const from = performance.now()
      // The pool's gives up on long work.
      const client = new Client({ connectionString: database.url })
      await client.connect()
      await makeLargeCity(drizzle(client), NOW, size)
      await client.end()
      console.log(`made in ${((performance.now() - from) / 1000).toFixed(0)} s`)
    }
    if (loadOnly) return
    // As the job does.
    await compactAggregates(db)
    const { rows } = await db.execute(sql`
      select (select count(*) from building) as buildings, (select count(*) from score_day) as scores,
        (select sum(points) from area_points) as points, (select count(*) from area_score_day) as sums`)
    console.log(JSON.stringify(rows[0]))
    const api = benchApi(db, NOW)
    const users = await people(db)
    for (const one of CASES) {
      await load(api, users.slice(0, 2), one, WHOLE)
      const before = process.cpuUsage()
      const whole = await load(api, users, one, ({ county }) => (county ? { countyNo: county } : {}))
      const any = await load(api, users, one, ANY)
      const { user, system } = process.cpuUsage(before)
      const cpu = (user + system) / 1000 / (whole.length + any.length)
      const bare: number[] = []
      for (let i = 0; i < 5; i++) {
        const from = performance.now()
        await db.execute(one.bare)
        bare.push(performance.now() - from)
      }
      const where = `PostgreSQL, ${USERS} users, ${cpu.toFixed(1)} ms of our processor a call`
      const query = Math.round(
        at(
          bare.sort((a, b) => a - b),
          0.5,
        ),
      )
      for (const [area, times] of [['whole city', whole] as const, ['any area', any] as const]) {
        const name = `${one.says}, ${area}, p95 (p50 ${Math.round(at(times, 0.5))}; bare query alone ${query})`
        tell({ name, where, value: at(times, 0.95), unit: 'ms', goal: '≤ 200' })
      }
    }
  } finally {
    await opened.close()
    await database.stop()
  }
}
