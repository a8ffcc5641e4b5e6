import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { Client, type Pool } from 'pg'
import { account } from '#contract/account.ts'
import { auditLog } from '#contract/audit-log.ts'
import { authority, AUTHORITY_PARTS } from '#contract/authority.ts'
import { building } from '#contract/building.ts'
import { dashboard, DASHBOARD_PARTS } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { message } from '#contract/message.ts'
import { problem } from '#contract/problem.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { seedDemoCity } from '#mocks/seed/demo-city.ts'
import { type Db, openDatabase } from '#server/db/open-db.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { benchApi, signedIn } from './bench-api.ts'
import { makeLargeCity } from './large-city.ts'
import { tell } from './tell.ts'

const NOW = new Date('2026-03-23T10:15:00+08:00')
const CONNECTIONS = 10
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 1500)
const ROUNDS = 3
/** Scale 1,000 is a city on PostgreSQL; 100 is what a laptop's embedded database is asked to carry. */
const SIZES = { 100: { buildings: 1000, points: 100, days: 60 }, 1000: { buildings: 10_000, points: 100, days: 60 } }
export type Scale = 1 | keyof typeof SIZES

interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
}

interface Case {
  readonly name: string
  readonly call: Endpoint
  readonly input: Record<string, string>
  readonly as: string
  /** Lists are to reach half of what the bare handler does. */
  readonly isList: boolean
}

const paged = { currentPage: '1', pageSize: '10' }
const list = (name: string, call: Endpoint, as: string, input: Record<string, string> = paged): Case => ({
  name,
  call,
  input,
  as,
  isList: true,
})
const CASES: readonly Case[] = [
  list('building list, the city’s', building.list, 'zhidui'),
  list('building list, a district’s', building.list, 'jingan'),
  list('building list, a unit’s', building.list, 'unit01'),
  list('units', unitManagement.list, 'zhidui'),
  list('accounts', account.list, 'zhidui'),
  list('audit', auditLog.list, 'zhidui', {}),
  list('problems of a unit', problem.runList, 'unit01'),
  list('notifications', message.list, 'unit01'),
  {
    name: 'unit dashboard, all parts',
    call: dashboard.opening,
    input: { lawCompanyId: '', buildingId: '', parts: DASHBOARD_PARTS.join(',') },
    as: 'unit01',
    isList: false,
  },
  {
    name: 'authority dashboard, all parts',
    call: authority.opening,
    input: { parts: AUTHORITY_PARTS.join(',') },
    as: 'zhidui',
    isList: false,
  },
]

/** Keeps what the driver is asked while `work` runs, but the session's own statements. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const kept: Statement[] = []
  const { query } = Client.prototype as { query: (...args: never[]) => unknown }
  Client.prototype.query = function (this: Client, ...args: never[]) {
    const [asked, values] = args as unknown as [string | Statement, unknown[]?]
    const text = typeof asked === 'string' ? asked : asked.text
    const isOwn = /"?session"?\b|^(begin|commit|rollback|set)\b/i.test(text)
    const given = typeof asked === 'string' ? values : (asked.values ?? values)
    if (!isOwn) kept.push({ text, values: Array.isArray(given) ? given : [] })
    return query.apply(this, args)
  } as typeof Client.prototype.query
  try {
    await work()
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query
  }
  return kept
}

/** The same statements, one after the other, behind a handler that does nothing else. */
function bareHandler(pool: Pool, statements: readonly Statement[]): Hono {
  const app = new Hono()
  app.get('/', async (c) => {
    const rows: unknown[] = []
    for (const { text, values } of statements) rows.push((await pool.query(text, values as unknown[])).rows)
    return c.json({ code: 200, data: rows })
  })
  return app
}

/** Answers a second over ten connections, and the 95th part of their times, ms. */
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
  times.sort((a, b) => a - b)
  return { rate: (times.length * 1000) / (performance.now() - from), p95: times[Math.floor(times.length * 0.95)] ?? 0 }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Lists and dashboards by ten connections, in turns with the same statements behind a bare handler.
 * BENCH_CALL chooses by a part of the name, BENCH_ROUND_MS shortens.
 * @param engine 'pglite' or 'postgres'
 * @param scale 1: the demo city; 100: 1,000 buildings with 100,000 points; 1000: ten times that (BENCH_DATABASE_URL keeps it)
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
      await makeLargeCity(drizzle(client) as unknown as Db, NOW, size)
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
      const headers = { 'x-auth-token': await signedIn(db, as, NOW) }
      const ask = async () => api.request(`${call.path}?${new URLSearchParams(input)}`, { headers })
      await ask()
      const bare = bareHandler(pool, await statementsOf(ask))
      const ours = []
      const theirs = []
      for (let round = 0; round <= ROUNDS; round++) {
        const [own, other] = [await load(ask), await load(async () => bare.request('/'))]
        // The first round warms up.
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
