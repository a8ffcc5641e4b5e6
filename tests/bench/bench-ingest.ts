import { randomBytes } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { seedDemoCity } from '#mocks/seed/demo-city.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#mocks/seed/provider.ts'
import { createSignedClient } from '#mocks/simulate/signed-client.ts'
import { building } from '#server/building/building.table.ts'
import { createApi } from '#server/create-api.ts'
import { type Db, openDatabase } from '#server/db/open-db.ts'
import type { Deps } from '#server/deps.ts'
import { DEMO_SECRET_KEY } from '#server/env.ts'
import { createLimits, type LimitRule } from '#server/http/rate-limit.ts'
import { point } from '#server/point/point.table.ts'
import { createSecrets } from '#server/secrets.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'

const BATCH = 100
const BATCHES = 40
const ROUNDS = 6
const DEPTH = 1_000_000

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

interface BenchPoint {
  readonly id: number
  readonly buildingId: number
  readonly apiId: number
  readonly pointNumber: string
  readonly projectId: string
}

/** The bare reference: the same rows, as one insert each batch, and nothing else. */
function bareInsert(db: Db, points: readonly BenchPoint[], at: Date, received: Date) {
  const column = (values: unknown[]) => sql.param(values)
  return db.execute(sql`
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select r.point_id, r.at, 0, r.building_id, r.api_id, ${received.toISOString()}::timestamptz, r.measures
    from unnest(${column(points.map(({ id }) => id))}::bigint[], ${column(points.map(() => at.toISOString()))}::timestamptz[],
      ${column(points.map((p) => p.buildingId))}::bigint[], ${column(points.map(({ apiId }) => apiId))}::int[],
      ${column(points.map(() => '{"pressure":0.41,"alarmStatus":0}'))}::jsonb[])
      as r(point_id, at, building_id, api_id, measures)`)
}

/** Points a second by signed calls and by bare inserts, in turns. */
async function benchBatches(db: Db, deps: Deps, pass: (ms: number) => Date): Promise<void> {
  const api = createApi(deps)
  const points: BenchPoint[] = await db
    .select({
      id: point.id,
      buildingId: point.buildingId,
      apiId: point.apiId,
      pointNumber: point.pointNumber,
      projectId: building.openProjectId,
    })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(eq(building.providerId, FIRST_PROVIDER_ID), eq(building.accessStatus, 1)))
    .orderBy(asc(point.id))
    .limit(BATCH)
  const client = createSignedClient(
    demoKeysOf(FIRST_PROVIDER_ID),
    async ({ method, path, headers, body }) => (await api.request(path, { method, headers, body })).json() as never,
    deps.now,
  )
  const rates = { bare: [] as number[], calls: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await timed(async () => {
      for (let i = 0; i < BATCHES; i++) {
        const at = pass(1000)
        await bareInsert(db, points, at, at)
      }
    })
    const calls = await timed(async () => {
      for (let i = 0; i < BATCHES; i++) {
        const time = toWireTime(pass(1000))
        const items = points.map(({ projectId, pointNumber }) => ({
          projectId,
          pointNumber,
          time,
          measures: { pressure: 0.41, alarmStatus: 0 },
        }))
        const { accepted } = await client.call(ingest.readings, { items })
        if (accepted !== BATCH) throw new Error(`only ${accepted} of ${BATCH} were taken`)
      }
    })
    // The first round warms up.
    if (round === 0) continue
    rates.bare.push((BATCH * BATCHES * 1000) / bare)
    rates.calls.push((BATCH * BATCHES * 1000) / calls)
  }
  const [bare, calls] = [median(rates.bare), median(rates.calls)]
  console.log(
    `  ingestion, batches of ${BATCH}: ${Math.round(calls)} points/s by signed calls, ${Math.round(bare)} by bare inserts: ${(calls / bare).toFixed(2)}`,
  )
}

/** A cursor page of 10 of one point's readings: the first, and behind a million rows. */
async function benchDepth(db: Db, now: Date): Promise<void> {
  const [one] = await db.select({ id: point.id, buildingId: point.buildingId, apiId: point.apiId }).from(point).limit(1)
  if (!one) throw new Error('no point')
  const first = now.getTime() - DEPTH * 1000
  await db.execute(sql`select ensure_month('reading', d::date) from generate_series(${new Date(first).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, interval '10 days') d`)
  for (let from = 0; from < DEPTH; from += 50_000)
    await db.execute(sql`
      insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
      select ${one.id}, ${new Date(first).toISOString()}::timestamptz + i * interval '1 second', 0, ${one.buildingId},
        ${one.apiId}, ${now.toISOString()}::timestamptz, '{"pressure":0.41}'::jsonb
      from generate_series(${from}::int, ${from + 49_999}::int) i on conflict do nothing`)
  await db.execute('analyze reading')
  const page = (before: Date) =>
    db.execute(sql`select at, sequence, measures from reading
      where point_id = ${one.id} and (at, sequence) < (${before.toISOString()}::timestamptz, 0)
      order by at desc, sequence desc limit 10`)
  const times = { top: [] as number[], deep: [] as number[] }
  for (let i = 0; i < 220; i++) {
    const top = await timed(() => page(new Date(now.getTime() - i * 1000)))
    const deep = await timed(() => page(new Date(first + (300 + i) * 1000)))
    if (i < 20) continue
    times.top.push(top)
    times.deep.push(deep)
  }
  const [top, deep] = [median(times.top), median(times.deep)]
  console.log(
    `  cursor page of 10: ${top.toFixed(2)} ms first, ${deep.toFixed(2)} ms at depth ${DEPTH}: ratio ${(deep / top).toFixed(2)}`,
  )
}

/** One engine, from an empty database. */
export async function benchIngest(engine: 'pglite' | 'postgres'): Promise<void> {
  const server = engine === 'postgres' ? await startPostgresServer() : null
  const opened = await openDatabase(server?.url ?? 'memory:', { log: silentLog, root })
  try {
    await opened.migrate()
    let at = Date.parse('2026-03-23T10:15:00+08:00')
    const pass = (ms: number) => new Date((at += ms))
    const secrets = createSecrets(DEMO_SECRET_KEY)
    const limits = createLimits(opened.db)
    await seedDemoCity(opened.db, { now: pass(0), hashPassword: async () => '-', sealSecret: secrets.seal })
    const deps = {
      db: opened.db,
      now: () => new Date(at),
      newToken: () => randomBytes(32).toString('base64url'),
      limits: { ...limits, take: (key: string, rule: LimitRule, now: Date) => limits.take(key, { ...rule, points: 1e9 }, now) },
      secrets,
      log: pino({ level: 'silent' }),
      hasRoom: () => true,
      settings: { trustProxy: false, retentionMonths: 36 },
    } satisfies Partial<Record<keyof Deps, unknown>> as unknown as Deps
    console.log(engine)
    await benchBatches(opened.db, deps, pass)
    await benchDepth(opened.db, pass(0))
  } finally {
    await opened.close()
    await server?.stop()
  }
}
