import { setTimeout as later } from 'node:timers/promises'
import type { Client, Pool, PoolClient } from 'pg'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { createSignedClient, sendTo, type SignedClient } from '#demo/simulator/signed-client.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { BuiltServer } from '../support/built-server.ts'
import { benchDatabase } from './support/bench-database.ts'
import { FIRST_LARGE, openProofCity } from './support/proof-city.ts'
import { firstOfServer, processorSeconds } from './support/processor-time.ts'
import { watchMemory } from './support/resident-memory.ts'
import { partOf, tell } from './support/tell.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60)
/** A million points, every five minutes. */
const RATE = Number(process.env.BENCH_RATE ?? 3_333)
const BATCH = Number(process.env.BENCH_BATCH ?? 500)
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 2)
const MINUTE_MS = 60_000
const WARM_UP_MS = (MINUTES / 12) * MINUTE_MS
const SPAN_MS = (MINUTES / 6) * MINUTE_MS
/** Late ones are caught up. */
const AT_ONCE = 16
const TRIES = 60
const PAUSE_MS = 1_000
/** Gone with the first sweep. */
const OLD_MONTH = '2020-01-01'

interface Speaker {
  readonly projectId: string
  readonly pointNumber: string
  readonly apiId: number
}

async function speakersOf(pool: Pool): Promise<Map<number, Speaker[]>> {
  await pool.query('drop table if exists bench_speaker, bench_sent')
  await pool.query(`
    create unlogged table bench_speaker as
    select b.provider_id, row_number() over (partition by b.provider_id order by p.id) - 1 as n, p.id as point_id,
      b.open_project_id, p.point_number, p.api_id
    from point p join building b on b.id = p.building_id where b.id >= ${FIRST_LARGE}`)
  await pool.query('alter table bench_speaker add primary key (provider_id, n)')
  await pool.query(
    'create unlogged table bench_sent (sequence int primary key, provider_id bigint, first bigint, at timestamptz)',
  )
  const { rows } = await pool.query<Record<string, string>>('select * from bench_speaker order by provider_id, n')
  const speakers = new Map<number, Speaker[]>()
  for (const row of rows) {
    const id = Number(row.provider_id)
    const list = speakers.get(id) ?? []
    list.push({ projectId: row.open_project_id!, pointNumber: row.point_number!, apiId: Number(row.api_id) })
    speakers.set(id, list)
  }
  return speakers
}

const PUMPS = new Set([15, 21, 41])
/** One pump in a thousand without power. */
const measuresOf = ({ apiId }: Speaker, n: number) =>
  PUMPS.has(apiId)
    ? { manualAutomaticState: 0, powerState: n % 997 === 0 ? 1 : 0 }
    : { pressure: 0.41, level: 2.1, alarmStatus: 0 }

interface Batch {
  readonly sequence: number
  readonly providerId: number
  /** They follow each other in a circle. */
  readonly first: number
  readonly at: Date
}

async function countSent(
  client: Client | PoolClient,
  sent: readonly Batch[],
): Promise<{ items: number; missing: number; doubled: number }> {
  for (let from = 0; from < sent.length; from += 5_000) {
    const part = sent.slice(from, from + 5_000)
    await client.query(
      'insert into bench_sent select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::timestamptz[])',
      [
        part.map(({ sequence }) => sequence),
        part.map(({ providerId }) => providerId),
        part.map(({ first }) => first),
        part.map(({ at }) => at.toISOString()),
      ],
    )
  }
  await client.query('analyze bench_speaker, bench_sent')
  await client.query(`set work_mem = '256MB'`)
  const { rows } = await client.query<{ items: string; missing: string; doubled: string }>(
    `with sent as (
        select s.sequence, s.at, k.point_id from bench_sent s
        join (select provider_id, count(*) as of from bench_speaker group by 1) p using (provider_id),
          generate_series(0, ${BATCH - 1}) i,
          lateral (select point_id from bench_speaker k where k.provider_id = s.provider_id and k.n = (s.first + i) % p.of) k
      ), kept as (
        select point_id, sequence, count(*) as times, min(at) as at from reading
        where sequence > 0 and at >= (select min(at) from bench_sent) group by 1, 2
      )
      select count(*) as items, count(*) filter (where k.at is distinct from s.at) as missing,
        coalesce(sum(k.times - 1), 0) as doubled
      from sent s left join kept k on k.point_id = s.point_id and k.sequence = s.sequence`,
  )
  const [row] = rows
  return { items: Number(row?.items), missing: Number(row?.missing), doubled: Number(row?.doubled) }
}

async function send(servers: readonly BuiltServer[], speakers: Map<number, Speaker[]>, everyMinute: () => void) {
  const now = () => new Date()
  const clients = [...speakers].map(([id, list]) => ({
    id,
    list,
    by: servers.map(({ url }): SignedClient => createSignedClient(demoKeysOf(id), sendTo(url), now)),
  }))
  const acknowledged: Batch[] = []
  const times: number[] = []
  const told = { tries: 0, refused: 0, failed: 0, reasons: new Map<string, number>() }
  const under = new Set<Promise<void>>()

  async function sendBatch(sequence: number): Promise<void> {
    const client = clients[sequence % clients.length]!
    const { id: providerId, list, by } = client
    const first = (Math.floor(sequence / clients.length) * BATCH) % list.length
    const at = new Date(Math.floor(Date.now() / 1000) * 1000)
    const items = Array.from({ length: BATCH }, (_, i) => {
      const speaker = list[(first + i) % list.length]!
      const { projectId, pointNumber } = speaker
      return { projectId, pointNumber, time: toWireTime(at), sequence, measures: measuresOf(speaker, sequence + i) }
    })
    for (let tried = 0; tried < TRIES; tried += 1) {
      told.tries += 1
      const from = performance.now()
      try {
        const { accepted, duplicate } = await by[(sequence + tried) % by.length]!.call(ingest.readings, { items })
        times.push(performance.now() - from)
        if (accepted + duplicate === BATCH) acknowledged.push({ sequence, providerId, first, at })
        else told.refused += BATCH - accepted - duplicate
        return
      } catch (error) {
        const reason = String(error).slice(0, 80)
        told.reasons.set(reason, (told.reasons.get(reason) ?? 0) + 1)
        await later(PAUSE_MS)
      }
    }
    told.failed += BATCH
  }

  const began = performance.now()
  const minutes = setInterval(() => {
    everyMinute()
    const since = (performance.now() - began) / 1000
    console.log(
      `  ${Math.round(since / 60)} min: ${Math.round((acknowledged.length * BATCH) / since)} points/s, ${under.size} under way`,
    )
  }, MINUTE_MS)
  for (let sequence = 1; ; sequence += 1) {
    const due = began + ((sequence - 1) * BATCH * 1000) / RATE
    if (due > began + MINUTES * MINUTE_MS || performance.now() > began + MINUTES * MINUTE_MS) break
    if (due > performance.now()) await later(due - performance.now())
    while (under.size >= AT_ONCE) await Promise.race(under)
    const one: Promise<void> = sendBatch(sequence).finally(() => under.delete(one))
    under.add(one)
  }
  const seconds = (performance.now() - began) / 1000
  clearInterval(minutes)
  await Promise.all(under)
  return { acknowledged, rate: (acknowledged.length * BATCH) / seconds, times: times.toSorted((a, b) => a - b), told }
}

/** Processor seconds: ours, PostgreSQL's, the reporters'. */
async function watchProcessor(pool: Pool, servers: readonly BuiltServer[]) {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const database = firstOfServer(rows[0]?.pid ?? 0)
  return () => {
    const { user, system } = process.cpuUsage()
    return {
      app: servers.reduce((sum, { pid }) => sum + (pid ? processorSeconds(pid) : 0), 0),
      database: database ? processorSeconds(database) : 0,
      reporting: (user + system) / 1e6,
    }
  }
}

/**
 * BENCH_MINUTES, BENCH_RATE (points a second), BENCH_BATCH, BENCH_PROCESSES; BENCH_DATABASE_URL keeps a city.
 * @returns nothing missing or doubled, memory flat
 */
export async function benchSoak(): Promise<boolean> {
  const database = await benchDatabase()
  const { opened, madeIn } = await openProofCity(database.url)
  const servers: BuiltServer[] = []
  try {
    const { pool } = opened
    await pool.query(`select ensure_month('reading', '${OLD_MONTH}')`)
    const speakers = await speakersOf(pool)
    const points = [...speakers.values()].reduce((sum, { length }) => sum + length, 0)
    for (let i = 0; i < PROCESSES; i += 1) servers.push(await BuiltServer.start(database.url))
    console.log(
      `city of ${points} points (made in ${Math.round(madeIn)} s); processes at ${servers.map((one) => one.url).join(',')}`,
    )
    const watches = servers.map((one) => watchMemory(one.url))
    const used = await watchProcessor(pool, servers)
    const before = used()
    const { acknowledged, rate, times, told } = await send(servers, speakers, () => {
      // A line a call.
      for (const server of servers) server.said.length = 0
      console.log(`  MB: ${watches.map((watch) => Math.round(watch.now())).join(', ')}`)
    })
    const after = used()
    const memory = await Promise.all(watches.map((watch) => watch.stop(WARM_UP_MS, SPAN_MS)))
    const where = `PostgreSQL, ${PROCESSES} processes, ${MINUTES} min, ${points} points`
    tell({ name: 'rate of acknowledged points', where, value: rate, unit: '/s', goal: `≥ ${Math.floor(RATE * 0.99)}` })
    for (const who of ['app', 'database', 'reporting'] as const) {
      const value = ((after[who] - before[who]) * 1_000_000) / (acknowledged.length * BATCH)
      tell({ name: `processor of a thousand points, jobs too, ${who}`, where, value, unit: 'ms' })
    }
    tell({ name: 'a batch, p50', where, value: partOf(times, 0.5), unit: 'ms' })
    tell({ name: 'a batch, p95', where, value: partOf(times, 0.95), unit: 'ms' })
    tell({ name: 'a batch, p99', where, value: partOf(times, 0.99), unit: 'ms' })
    for (const { first, last, most } of memory) {
      const reference = { name: 'the first minutes after warm-up', value: first }
      tell({ name: 'memory of a process, the last minutes', where, value: last, unit: 'MB', reference, goal: '≤ 1.1' })
      tell({ name: 'memory of a process, at most', where, value: most, unit: 'MB' })
    }
    console.log(`${told.tries} tries; ${told.refused} items refused, ${told.failed} given up`)
    for (const [reason, times] of told.reasons) console.log(`  ${times} × ${reason}`)
    // No call's limit binds it.
    const { client, end } = await opened.connectLong()
    const { items, missing, doubled } = await countSent(client, acknowledged)
    await end()
    tell({ name: `points acknowledged in signed batches of ${BATCH}`, where, value: items, unit: '' })
    tell({ name: 'acknowledged and missing', where, value: missing, unit: '', goal: '≤ 0' })
    tell({ name: 'acknowledged and there twice', where, value: doubled, unit: '', goal: '≤ 0' })
    const { rows: jobs } = await pool.query<{ job: string; turns: string }>(
      'select job, turns from job_turn order by job',
    )
    console.log(`turns of jobs: ${jobs.map(({ job, turns }) => `${job} ${turns}`).join(', ')}`)
    const { rows: months } = await pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'reading'::regclass order by 1`,
    )
    console.log(`months of readings: ${months.map(({ name }) => name).join(', ')} (${OLD_MONTH} was made before)`)
    await pool.query('drop table bench_speaker, bench_sent')
    const isFlat = memory.every(({ first, last }) => last <= first * 1.1)
    return missing === 0 && doubled === 0 && told.failed === 0 && told.refused === 0 && isFlat
  } finally {
    for (const server of servers) await server.remove()
    await opened.close()
    await database.stop()
  }
}
