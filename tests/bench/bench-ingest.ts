import { randomBytes } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { Hono, type Context as HttpContext } from 'hono'
import { Client } from 'pg'
import { pino } from 'pino'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { seedDemoCity } from '#demo/seed/demo-city.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import { building } from '#server/schema/building.table.ts'
import { createApi } from '#server/create-api.ts'
import { type Db, openDatabase } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { DEMO_SECRET_KEY } from '#server/platform/env.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { point } from '#server/schema/point.table.ts'
import { listEvents } from '#server/devices/record.store.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { medianOf, tell } from './support/tell.ts'

const BATCH = 100
const LANES = 4
/** Batches a program sends in a round. */
const BATCHES = 15
const ROUNDS = 7
const DEPTH = 1_000_000
const LIST_PAGES = 60

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

const param = (values: unknown[]) => sql.param(values)

/** Ids that a signed one looks up. */
interface BareItem {
  readonly id: number
  readonly buildingId: number
  readonly apiId: number
  readonly at: string
  readonly measures: Record<string, number>
}

/** One insert each batch. */
function insertBare(db: Db, items: readonly BareItem[], now: Date) {
  return db.execute(sql`
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select r.point_id, r.at, 0, r.building_id, r.api_id, ${now.toISOString()}::timestamptz, r.measures
    from unnest(${param(items.map(({ id }) => id))}::bigint[], ${param(items.map(({ at }) => at))}::timestamptz[],
      ${param(items.map((p) => p.buildingId))}::bigint[], ${param(items.map(({ apiId }) => apiId))}::int[],
      ${param(items.map(({ measures }) => JSON.stringify(measures)))}::jsonb[])
      as r(point_id, at, building_id, api_id, measures)`)
}

/** Readings and latest states. */
function writeBare(db: Db, items: readonly BareItem[], now: Date) {
  return db.transaction(async (tx) => {
    await insertBare(tx, items, now)
    await tx.execute(sql`
      update point p set reported_at = n.at, received_at = n.at, latest_at = n.at, latest = n.measures, online = true
      from unnest(${param(items.map(({ id }) => id))}::bigint[], ${param(items.map(({ at }) => at))}::timestamptz[],
        ${param(items.map(({ measures }) => JSON.stringify(measures)))}::jsonb[]) as n(id, at, measures)
      where p.id = n.id`)
  })
}

/** The same HTTP, unsigned, unchecked. */
function createBareApi(db: Db, now: () => Date) {
  const app = new Hono()
  const answering = (write: typeof insertBare | typeof writeBare) => async (c: HttpContext) => {
    const { items } = await c.req.json<{ items: BareItem[] }>()
    await write(db, items, now())
    return c.json({ code: 200, data: { accepted: items.length, results: items.map(() => ({ result: 'accepted' })) } })
  }
  app.post('/insert', answering(insertBare))
  app.post('/write', answering(writeBare))
  return app
}

/** By wrapping the driver (PROFILE=1). */
function watchStatements() {
  const spent = new Map<string, { times: number; ms: number }>()
  const { query } = Client.prototype as { query: (...args: never[]) => unknown }
  let isOn = false
  const watched = function (this: Client, ...args: never[]) {
    const answer = query.apply(this, args)
    if (!isOn || !(answer instanceof Promise)) return answer
    const [asked] = args as unknown as [string | { name?: string; text: string }]
    const name = typeof asked === 'string' ? asked : (asked.name ?? asked.text.trim())
    const from = performance.now()
    return answer.finally(() => {
      const one = spent.get(name.slice(0, 60)) ?? { times: 0, ms: 0 }
      spent.set(name.slice(0, 60), { times: one.times + 1, ms: one.ms + performance.now() - from })
    })
  }
  Client.prototype.query = watched as typeof Client.prototype.query
  return {
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      isOn = true
      return work().finally(() => void (isOn = false))
    },
    print: () => {
      for (const [name, { times, ms }] of [...spent].toSorted((a, b) => b[1].ms - a[1].ms).slice(0, 12))
        console.log(`    ${(ms / times).toFixed(2)} ms × ${times}  ${name.replaceAll(/\s+/g, ' ')}`)
    },
  }
}

const PUMPS = new Set([15, 21, 41])
/** Readings of healthy equipment. */
const measuresOf = ({ apiId }: BenchPoint) =>
  PUMPS.has(apiId) ? { manualAutomaticState: 0, powerState: 0 } : { pressure: 0.41, level: 2.1, alarmStatus: 0 }

/** A hundred connected ones each. */
async function chooseLanes(db: Db): Promise<BenchPoint[][]> {
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
    .limit(BATCH * LANES)
  return Array.from({ length: LANES }, (_, lane) => points.slice(lane * BATCH, (lane + 1) * BATCH))
}

async function benchBatches(db: Db, where: string, deps: Deps, pass: (ms: number) => Date): Promise<void> {
  const api = createApi(deps)
  const lanes = await chooseLanes(db)
  const keys = demoKeysOf(FIRST_PROVIDER_ID)
  const inLanes = (work: (lane: number, batch: number) => Promise<unknown>) =>
    timed(() =>
      Promise.all(
        lanes.map(async (_, lane) => {
          for (let batch = 0; batch < BATCHES; batch++) await work(lane, batch)
        }),
      ),
    )
  /** Signing is the provider's work. */
  const sign = (points: readonly BenchPoint[]) => {
    const at = pass(1000)
    const items = points.map((p) => ({
      projectId: p.projectId,
      pointNumber: p.pointNumber,
      time: toWireTime(at),
      measures: measuresOf(p),
    }))
    return signRequest(keys, at, { method: 'POST', path: ingest.readings.path, body: JSON.stringify({ items }) })
  }
  const bare = createBareApi(db, deps.now)
  const unsigned = (points: readonly BenchPoint[]) => {
    const at = pass(1000)
    const items = points.map((p) => ({ ...p, at: at.toISOString(), time: toWireTime(at), measures: measuresOf(p) }))
    return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ items }) }
  }
  const rates = { calls: [] as number[], insert: [] as number[], write: [] as number[] }
  const statements = process.env.PROFILE ? watchStatements() : null
  const send = async (to: Hono, path: string, init: RequestInit) => {
    const answer = (await (await to.request(path, init)).json()) as { data: Outcome | null }
    if (answer.data?.accepted !== BATCH) throw new Error(`not all were taken: ${JSON.stringify(answer).slice(0, 300)}`)
  }
  const ways = {
    insert: async () => {
      const bodies = lanes.map((points) => Array.from({ length: BATCHES }, () => unsigned(points)))
      return inLanes((lane, batch) => send(bare, '/insert', bodies[lane]![batch]!))
    },
    write: async () => {
      const bodies = lanes.map((points) => Array.from({ length: BATCHES }, () => unsigned(points)))
      return inLanes((lane, batch) => send(bare, '/write', bodies[lane]![batch]!))
    },
    calls: async () => {
      const signed = lanes.map((points) => Array.from({ length: BATCHES }, () => sign(points)))
      const run = () =>
        inLanes((lane, batch) => {
          const { method, path, headers, body } = signed[lane]![batch]!
          return send(api, path, { method, headers, body })
        })
      return statements ? statements.during(run) : run()
    },
  }
  const names = ['insert', 'write', 'calls'] as const
  for (let round = 0; round <= ROUNDS; round++)
    // Effects of time are shared.
    for (let i = 0; i < names.length; i++) {
      const way = names[(round + i) % names.length]!
      const ms = await ways[way]()
      // A warm-up.
      if (round > 0) rates[way].push((LANES * BATCHES * BATCH * 1000) / ms)
    }
  const [calls, insert, write] = [medianOf(rates.calls), medianOf(rates.insert), medianOf(rates.write)]
  const name = `ingestion, points in signed batches of ${BATCH}, ${LANES} at once`
  tell({
    name,
    where,
    value: calls,
    unit: '/s',
    reference: { name: 'bare write of the same rows', value: write },
    goal: '≥ 0.5',
  })
  tell({
    name,
    where,
    value: calls,
    unit: '/s',
    reference: { name: 'bare insert of the readings alone', value: insert },
  })
  statements?.print()
}

/** Against the bare page and count. */
async function benchList(db: Db, where: string, now: Date): Promise<void> {
  const { rows } = await db.execute<{ building: string; api: number; n: number }>(sql`
    select building_id as building, api_id as api, count(*)::int as n from device_event where kind = 'fault'
    group by 1, 2 order by 3 desc limit 1`)
  const { building: buildingId, api: apiId, n } = rows[0]!
  const filter = {
    buildingId: Number(buildingId),
    apiId,
    from: new Date(now.getTime() - 30 * 86_400_000),
    to: now,
    search: '',
  }
  const bare = () =>
    db.execute(sql`select *, (select count(*) from device_event where building_id = ${filter.buildingId} and api_id = ${apiId}
      and kind = 'fault' and occurred_at between ${filter.from.toISOString()} and ${now.toISOString()}) as total
      from device_event where building_id = ${filter.buildingId} and api_id = ${apiId} and kind = 'fault'
      and occurred_at between ${filter.from.toISOString()} and ${now.toISOString()} order by occurred_at desc, id desc limit 10`)
  const times = { call: [] as number[], bare: [] as number[] }
  for (let i = 0; i < LIST_PAGES; i++) {
    const call = await timed(() => listEvents(db, 'fault', filter, { currentPage: 1, pageSize: 10 }))
    const reference = await timed(bare)
    if (i < 10) continue
    times.call.push(call)
    times.bare.push(reference)
  }
  const [call, reference] = [medianOf(times.call), medianOf(times.bare)]
  const name = `faults of an item type, page of 10 with filter and count over ${n} rows`
  tell({ name, where, value: call, unit: 'ms', reference: { name: 'bare', value: reference } })
}

/** The first, and behind a million rows. */
async function benchDepth(db: Db, where: string, now: Date): Promise<void> {
  const [one] = await db.select({ id: point.id, buildingId: point.buildingId, apiId: point.apiId }).from(point).limit(1)
  if (!one) throw new Error('no point')
  const first = now.getTime() - DEPTH * 1000
  await db.execute(
    sql`select ensure_month('reading', d::date) from generate_series(${new Date(first).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, interval '10 days') d`,
  )
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
  const [top, deep] = [medianOf(times.top), medianOf(times.deep)]
  const name = `readings, cursor page of 10 at depth ${DEPTH}`
  tell({ name, where, value: deep, unit: 'ms', reference: { name: 'the first page', value: top }, goal: '≤ 1.5' })
}

export async function benchIngest(engine: 'pglite' | 'postgres'): Promise<void> {
  const server = engine === 'postgres' ? await startPostgresServer() : null
  const opened = await openDatabase(server?.url ?? 'memory:', { log: silentLog, root })
  try {
    await opened.migrate()
    let at = Date.parse('2026-03-23T10:15:00+08:00')
    const pass = (ms: number) => new Date((at += ms))
    const secrets = createSecrets(DEMO_SECRET_KEY)
    await seedDemoCity(opened.db, { now: pass(0), hashPassword: async () => '-', sealSecret: secrets.seal })
    const deps = {
      db: opened.db,
      now: () => new Date(at),
      newToken: () => randomBytes(32).toString('base64url'),
      limits: createLimits(opened.db),
      secrets,
      log: pino({ level: 'error' }),
      hasRoom: () => true,
      settings: { trustProxy: false, retentionMonths: 36 },
    } satisfies Partial<Record<keyof Deps, unknown>> as unknown as Deps
    const where = engine === 'pglite' ? 'PGlite' : 'PostgreSQL'
    await benchBatches(opened.db, where, deps, pass)
    if (process.env.ONLY === 'batches') return
    await benchList(opened.db, where, pass(0))
    await benchDepth(opened.db, where, pass(0))
  } finally {
    await opened.close()
    await server?.stop()
  }
}
