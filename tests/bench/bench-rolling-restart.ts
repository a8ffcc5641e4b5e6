import { setMaxListeners } from 'node:events'
import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { createSignedClient, sendTo } from '#demo/simulator/signed-client.ts'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { openStream } from './support/alarm-city.ts'
import { codeOf, signInAt } from './support/hardship-calls.ts'
import { ask } from './support/person.ts'
import { startBalancer } from './support/start-balancer.ts'
import { partOf, sorted, tell } from './support/tell.ts'

const WRITERS = 4
const MINUTES = Number(process.env.BENCH_MINUTES ?? 3)
const TRIES = 40
const PAUSE_MS = 250
/** 600 requests a minute, each try counts. */
const REST_MS = 250
/** Longer than the jobs' minute. */
const APART_MS = 35_000

/** After a process is up again. */
const SETTLING_MS = 5_000
const STREAMS = Number(process.env.BENCH_STREAMS ?? 200)

async function keepStream(url: string, token: string, over: AbortSignal, waits: number[]): Promise<void> {
  let endedAt: number | null = null
  while (!over.aborted) {
    const stream = await openStream(url, token, () => undefined).catch(() => null)
    if (stream) {
      if (endedAt !== null) waits.push(performance.now() - endedAt)
      over.addEventListener('abort', () => void stream.close(), { once: true })
      await stream.ended
      endedAt = performance.now()
    }
    await later(stream?.waitMs() || PAUSE_MS)
  }
}

interface Target {
  provider_id: string
  open_project_id: string
  point_number: string
}

async function ready(server: BuiltServer): Promise<string> {
  const answer = await fetch(`${server.url}/ops/ready`).catch(() => null)
  return answer ? ((await answer.json()) as { status: string }).status : 'gone'
}

const KEEP_TURNS = `
  create table bench_turn (job text, turn bigint, begun_at timestamptz);
  create function bench_keep_turn() returns trigger language plpgsql as $$
    begin insert into bench_turn values (new.job, new.turns, new.begun_at); return null; end $$;
  create trigger bench_keep_turn after insert or update of turns on job_turn
    for each row execute function bench_keep_turn();`

/** As \`startJobs\` plans; daily ones once. */
const EVERY_SEC: Readonly<Record<string, number>> = {
  sweep: 300,
  evaluate: 60,
  docking: 900,
  offline: 60,
  tallies: 60,
  devices: 60,
  seal: 60,
  'self-test': 60,
  alarms: 300,
  'false-alarms': 300,
}

/** @returns none twice or early */
async function judgeTurns(database: Client): Promise<boolean> {
  const { rows } = await database.query<{
    job: string
    turns: string
    numbers: string
    least: number | null
    most: number | null
  }>(`
    select job, count(*) as turns, count(distinct turn) as numbers, min(gap)::float8 as least, max(gap)::float8 as most
    from (select job, turn, extract(epoch from begun_at - lag(begun_at) over (partition by job order by turn)) as gap from bench_turn) t
    group by job order by job`)
  let isWell = rows.length > 0
  for (const { job, turns, numbers, least, most } of rows) {
    const every = EVERY_SEC[job] ?? 86_400
    const isOnce = turns === numbers && (least === null || least >= every * 0.9)
    if (!isOnce) isWell = false
    const apart =
      least === null ? '' : `, ${Math.round(least)} to ${Math.round(most ?? 0)} s apart (due each ${every} s)`
    console.log(`${job}: ${turns} turns, each taken ${isOnce ? 'once' : 'NOT ONCE'}${apart}`)
  }
  return isWell
}

export async function benchRollingRestart(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const servers: BuiltServer[] = []
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
  const database = new Client({ connectionString: postgres.url })
  try {
    const first = await openDatabase(postgres.url, { log: silentLog, root })
    await first.migrate()
    await first.pool.query(KEEP_TURNS)
    await first.close()
    const settings = { STREAMS_AT_ONCE: String(20 * STREAMS) }
    servers.push(await BuiltServer.start(postgres.url, settings))
    servers.push(await BuiltServer.start(postgres.url, settings))
    for (const server of servers) await server.restart({ STOP_DELAY_SEC: '2', TRUST_PROXY: '1' })
    balancer = await startBalancer(servers)
    const { url } = balancer
    const token = await signInAt(servers[0]!, 'unit01')
    await database.connect()
    const { rows } = await database.query<Target>(`
      select distinct on (b.provider_id) b.provider_id, b.open_project_id, p.point_number from point p
      join building b on b.id = p.building_id join provider v on v.id = b.provider_id
      where v.status = 1 and p.api_type >= 5 order by b.provider_id, p.id limit ${WRITERS}`)
    const until = performance.now() + MINUTES * 60_000
    const told = { acknowledged: 0, failed: 0, tries: 0, states: new Set<string>() }
    const refusals = new Map<string, number>()
    const acknowledged: string[] = []
    let sequence = 0

    async function write(target: Target): Promise<void> {
      const mine = ++sequence
      const item = {
        projectId: target.open_project_id,
        pointNumber: target.point_number,
        time: toWireTime(new Date()),
        sequence: mine,
        measures: { signals: mine % 100 },
      }
      for (let tried = 0; tried < TRIES; tried += 1) {
        const server = servers[(mine + tried) % servers.length]
        told.tries += 1
        try {
          const client = createSignedClient(
            demoKeysOf(Number(target.provider_id)),
            sendTo(server?.url ?? ''),
            () => new Date(),
          )
          const { accepted, duplicate } = await client.call(ingest.readings, { items: [item] })
          if (accepted + duplicate !== 1) throw new Error('not taken')
          acknowledged.push(String(mine))
          told.acknowledged += 1
          return
        } catch (error) {
          const said = error instanceof TypeError ? 'no connection' : (error as Error).message
          refusals.set(said, (refusals.get(said) ?? 0) + 1)
          await later(PAUSE_MS)
        }
      }
      told.failed += 1
    }

    const writers = rows.map(async (target) => {
      while (performance.now() < until) {
        await write(target)
        await later(REST_MS)
      }
    })
    const phase = { isRestart: false }
    const listMs: Record<'quiet' | 'restart', number[]> = { quiet: [], restart: [] }
    let refused = 0
    const readers = Array.from({ length: WRITERS }, async () => {
      while (performance.now() < until) {
        const { isRestart } = phase
        const answer = await ask(url, building.list, {}, { 'x-auth-token': token })
        if (codeOf(answer) === 200) listMs[isRestart ? 'restart' : 'quiet'].push(answer.ms)
        else refused += 1
        await later(REST_MS)
      }
    })
    const waits: number[] = []
    const streams = Array.from({ length: STREAMS }, () => keepStream(url, token, over.signal, waits))
    let restarts = 0
    while (performance.now() < until) {
      const server = servers[restarts % servers.length]
      if (!server) break
      phase.isRestart = true
      const stopping = server.stop()
      await later(500)
      told.states.add(await ready(server))
      const code = await stopping
      if (code !== 0) throw new Error(`a stop ended with ${code}`)
      await server.start()
      restarts += 1
      await later(SETTLING_MS)
      phase.isRestart = false
      await later(APART_MS - SETTLING_MS)
    }
    await Promise.all([...writers, ...readers])
    over.abort()
    await Promise.all(streams)
    tell({
      name: 'stream open again after a restart, at most',
      where: `${STREAMS} streams behind nginx, ${restarts} restarts`,
      value: Math.max(...waits) / 1000,
      unit: 's',
      goal: '≤ 15',
    })
    const p95 = (list: readonly number[]) => partOf(sorted(list), 0.95)
    tell({
      name: 'building list during a restart, p95',
      where: `${listMs.restart.length} calls, ${refused} refused`,
      value: p95(listMs.restart),
      unit: 'ms',
      reference: { name: 'between restarts', value: p95(listMs.quiet) },
      goal: '≤ 1.5',
    })
    const { rows: kept } = await database.query<{ n: string }>(
      `select count(distinct sequence) as n from reading where sequence = any($1::int[])`,
      [acknowledged],
    )
    const missing = told.acknowledged - Number(kept[0]?.n)
    console.log(`${restarts} restarts; ready said ${[...told.states].join(', ')} while stopping`)
    tell({ name: 'acknowledged writes missing', value: missing, unit: '', goal: '≤ 0' })
    console.log(
      `${told.acknowledged} writes acknowledged in ${told.tries} tries, ${told.failed} failed, ${missing} missing`,
    )
    for (const [said, times] of refusals) console.log(`  tries that went wrong: ${times} × ${said}`)
    return (await judgeTurns(database)) && told.failed === 0 && missing === 0
  } finally {
    over.abort()
    await balancer?.stop()
    await database.end().catch(() => undefined)
    for (const server of servers) await server.remove()
    await postgres.stop()
  }
}
