import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { Client, type Pool } from 'pg'
import { account } from '#contract/account.ts'
import { approval } from '#contract/approval.ts'
import { auditLog } from '#contract/audit-log.ts'
import { building } from '#contract/building.ts'
import { callBatch } from '#contract/call-batch.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { message } from '#contract/message.ts'
import { point } from '#contract/point.ts'
import { portal } from '#contract/portal.ts'
import { problem } from '#contract/problem.ts'
import { provider } from '#contract/provider.ts'
import { record } from '#contract/record.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { seedDemoCity } from '#demo/seed/demo-city.ts'
import { type Db, openDatabase } from '#server/platform/db/open-db.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { benchApi, signedIn } from './support/bench-api.ts'
import { makeLargeCity } from './support/large-city.ts'
import { authorityPartsOf, batchFields, unitParts } from '../support/dashboard-parts.ts'
import { partOf, sorted, tell } from './support/tell.ts'

const NOW = new Date('2026-03-23T10:15:00+08:00')
const CONNECTIONS = 10
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 1500)
const ROUNDS = 3
/** 1,000: a city on PostgreSQL; 100: a laptop's. */
const SIZES = { 100: { buildings: 1000, points: 100, days: 60 }, 1000: { buildings: 10_000, points: 100, days: 60 } }
export type Scale = 1 | keyof typeof SIZES

interface Statement {
  readonly text: string
  readonly name?: string | undefined
  readonly values?: readonly unknown[]
}

type Input = Record<string, string>

interface Case {
  readonly name: string
  readonly call: Endpoint
  readonly input: Input | ((db: Db) => Promise<Input>)
  /** Empty: anonymous. */
  readonly as: string
  /** Goal: half of the bare handler. */
  readonly isList: boolean
}

const paged = { currentPage: '1', pageSize: '10' }
const list = (name: string, call: Endpoint, as: string, input: Case['input'] = paged): Case => ({
  name,
  call,
  input,
  as,
  isList: true,
})
const firstRow = async (db: Db, query: ReturnType<typeof sql>) => (await db.execute<Input>(query)).rows[0] ?? {}
const ofSomeBuilding = async (db: Db): Promise<Input> => ({
  ...paged,
  ...(await firstRow(
    db,
    sql`select open_project_id as "openProjectId" from building b
      where exists (select from point p where p.building_id = b.id) order by id desc limit 1`,
  )),
})
const ofSomeItem = (db: Db): Promise<Input> =>
  firstRow(
    db,
    sql`select building_id::text as "relationId", api_id::text as "apiId" from device_event
      where kind = 'fire' order by building_id desc limit 1`,
  )

const CASES: readonly Case[] = [
  list('building list, the city’s', building.list, 'zhidui'),
  list('building list, a district’s', building.list, 'jingan'),
  list('building list, a unit’s', building.list, 'unit01'),
  list('units', unitManagement.list, 'zhidui'),
  list('accounts', account.list, 'zhidui'),
  list('audit', auditLog.list, 'zhidui', {}),
  list('problems of a unit', problem.runList, 'unit01'),
  list('problems of its facilities', problem.facilityList, 'unit01'),
  list('notifications', message.list, 'unit01'),
  list('providers', provider.list, 'zhidui'),
  list('access review', approval.list, 'zhidui'),
  list('points of a building', point.list, 'zhidui', ofSomeBuilding),
  list('alarms of a building', record.fires, 'zhidui', ofSomeItem),
  list('portal, information', portal.informationList, '', { type: '0' }),
  list('portal, notices', portal.noticeList, '', {}),
  list('portal, questions', portal.questionList, '', {}),
  {
    name: 'unit dashboard, all parts',
    call: callBatch.read,
    input: batchFields(unitParts()),
    as: 'unit01',
    isList: false,
  },
  {
    name: 'authority dashboard, all parts',
    call: callBatch.read,
    input: batchFields(authorityPartsOf()),
    as: 'zhidui',
    isList: false,
  },
]

/** With the session lookup. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const kept: Statement[] = []
  const { query } = Client.prototype as { query: (...args: never[]) => unknown }
  Client.prototype.query = function (this: Client, ...args: never[]) {
    const [asked, values] = args as unknown as [string | Statement, unknown[]?]
    const text = typeof asked === 'string' ? asked : asked.text
    const name = typeof asked === 'string' ? undefined : asked.name
    const given = typeof asked === 'string' ? values : (asked.values ?? values)
    // Sent once per connection.
    if (!/^(begin|commit|rollback|set)\b/i.test(text))
      kept.push({ text, name, values: Array.isArray(given) ? given : [] })
    return query.apply(this, args)
  } as typeof Client.prototype.query
  try {
    await work()
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query
  }
  return kept
}

/** Prepared where the call's are. */
function bareHandler(pool: Pool, statements: readonly Statement[]): Hono {
  const app = new Hono()
  app.get('/', async (c) => {
    const rows: unknown[] = []
    for (const { text, name, values } of statements) {
      const query = { text, values: values as unknown[], ...(name && { name }) }
      rows.push((await pool.query(query)).rows)
    }
    return c.json({ code: 200, data: rows })
  })
  return app
}

async function load(ask: () => Promise<Response>): Promise<{ rate: number; p95: number }> {
  const times: number[] = []
  const until = performance.now() + ROUND_MS
  const from = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const since = performance.now()
        const body = (await (await ask()).json()) as { code: number; message?: string }
        if (body.code !== 200) throw new Error(`${body.code} ${body.message}`)
        times.push(performance.now() - since)
      }
    }),
  )
  return { rate: (times.length * 1000) / (performance.now() - from), p95: partOf(sorted(times), 0.95) }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * BENCH_CALL: part of a name, BENCH_ROUND_MS shortens. @param scale 1: the demo city; 100: 1,000 buildings, 100,000
 * points; 1000: ten times that (BENCH_DATABASE_URL keeps it)
 */
export async function benchCalls(engine: string, scale: Scale): Promise<void> {
  const kept = scale === 1000 ? process.env.BENCH_DATABASE_URL : undefined
  const server = engine === 'postgres' && !kept ? await startPostgresServer() : null
  const url = kept ?? server?.url ?? 'memory:'
  const opened = await openDatabase(url, { log: silentLog, root })
  try {
    await opened.migrate()
    const { db, pool } = opened
    const [{ n } = { n: 0 }] = (await db.execute<{ n: number }>(sql`select count(*)::int as n from building`)).rows
    if (scale === 1 && n === 0) await seedDemoCity(db, { now: NOW, hashPassword: async () => '-' })
    const size = scale === 1 ? null : SIZES[scale]
    if (size && n < size.buildings) {
      const { client, end } = await opened.connectLong()
      await makeLargeCity(drizzle(client), NOW, size)
      await end()
    }
    const [city] = (
      await db.execute<{ buildings: number; points: number }>(
        sql`select (select count(*)::int from building) as buildings, (select count(*)::int from point) as points`,
      )
    ).rows
    const where = `${engine === 'pglite' ? 'PGlite' : 'PostgreSQL'}, ${city?.buildings} buildings, ${city?.points} points`
    const api = benchApi(db, NOW)
    for (const { name, call, input, as, isList } of CASES.filter((one) =>
      one.name.includes(process.env.BENCH_CALL ?? ''),
    )) {
      const headers: Input = as ? { 'x-auth-token': await signedIn(db, as, NOW) } : {}
      const asked = new URLSearchParams(typeof input === 'function' ? await input(db) : input)
      const ask = async () => api.request(`${call.path}?${asked}`, { headers })
      await ask()
      const bare = bareHandler(pool, await statementsOf(ask))
      const ours = []
      const theirs = []
      for (let round = 0; round <= ROUNDS; round++) {
        const [own, other] = [await load(ask), await load(async () => bare.request('/'))]
        // A warm-up.
        if (round > 0) {
          ours.push(own)
          theirs.push(other)
        }
      }
      tell({
        name,
        where,
        value: middle(ours.map(({ rate }) => rate)),
        unit: '/s',
        reference: { name: 'its statements behind a bare handler', value: middle(theirs.map(({ rate }) => rate)) },
        ...(isList && { goal: '≥ 0.5' }),
      })
      tell({
        name: `${name}, p95 of ${CONNECTIONS} connections`,
        where,
        value: middle(ours.map(({ p95 }) => p95)),
        unit: 'ms',
        reference: { name: 'bare', value: middle(theirs.map(({ p95 }) => p95)) },
      })
    }
  } finally {
    await opened.close()
    await server?.stop()
  }
}
