import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { demoKeysOf } from '#mocks/seed/provider.ts'
import { createSignedClient, sendTo } from '#mocks/simulate/signed-client.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'

const WRITERS = 4
const MINUTES = Number(process.env.BENCH_MINUTES ?? 3)
/** As a balancer does: the next process, and the caller tries again for a while. */
const TRIES = 40
const PAUSE_MS = 250

interface Target {
  provider_id: string
  open_project_id: string
  point_number: string
}

async function ready(server: BuiltServer): Promise<string> {
  const answer = await fetch(`${server.url}/ops/ready`).catch(() => null)
  return answer ? ((await answer.json()) as { status: string }).status : 'gone'
}

/** How often this process took a turn of each job. */
async function turnsOf(server: BuiltServer): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/ops/metrics`)).text()
  const turns = new Map<string, number>()
  for (const [, job = '', n] of text.matchAll(/^fire_job_turns_total\{task="(\w+)",result="\w+"\} (\d+)$/gm))
    turns.set(job, (turns.get(job) ?? 0) + Number(n))
  return turns
}

/** @returns whether no acknowledged write is missing, none failed after its retries, and each job's turn was taken once */
export async function benchRollingRestart(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const servers: BuiltServer[] = []
  const database = new Client({ connectionString: postgres.url })
  try {
    servers.push(await BuiltServer.start(postgres.url))
    servers.push(await BuiltServer.start(postgres.url))
    for (const server of servers) await server.restart({ STOP_DELAY_SEC: '2' })
    await database.connect()
    const { rows } = await database.query<Target>(`
      select b.provider_id, b.open_project_id, p.point_number from point p join building b on b.id = p.building_id
      join provider v on v.id = b.provider_id where v.status = 1 and p.api_type >= 5 limit ${WRITERS}`)
    const until = performance.now() + MINUTES * 60_000
    const told = { acknowledged: 0, failed: 0, tries: 0, states: new Set<string>() }
    const acknowledged: string[] = []
    let sequence = 0

    async function write(target: Target): Promise<void> {
      const mine = ++sequence
      const item = {
        projectId: target.open_project_id,
        pointNumber: target.point_number,
        time: toWireTime(new Date()),
        sequence: mine,
        measures: { signals: mine },
      }
      for (let tried = 0; tried < TRIES; tried += 1) {
        const server = servers[(mine + tried) % servers.length]
        told.tries += 1
        try {
          const client = createSignedClient(demoKeysOf(Number(target.provider_id)), sendTo(server?.url ?? ''), () => new Date())
          const { accepted, duplicate } = await client.call(ingest.readings, { items: [item] })
          if (accepted + duplicate !== 1) throw new Error('not taken')
          acknowledged.push(String(mine))
          told.acknowledged += 1
          return
        } catch {
          await later(PAUSE_MS)
        }
      }
      told.failed += 1
    }

    const writers = rows.map(async (target) => {
      while (performance.now() < until) await write(target)
    })
    let restarts = 0
    const taken = new Map<string, number>()
    while (performance.now() < until) {
      const server = servers[restarts % servers.length]
      if (!server) break
      for (const [job, n] of await turnsOf(server)) taken.set(job, (taken.get(job) ?? 0) + n)
      const stopping = server.stop()
      await later(500)
      told.states.add(await ready(server))
      const code = await stopping
      if (code !== 0) throw new Error(`a stop ended with ${code}`)
      await server.start()
      restarts += 1
      await later(5_000)
    }
    await Promise.all(writers)
    for (const server of servers) for (const [job, n] of await turnsOf(server)) taken.set(job, (taken.get(job) ?? 0) + n)
    const { rows: kept } = await database.query<{ n: string }>(
      `select count(distinct measures->>'signals') as n from reading where measures->>'signals' = any($1)`,
      [acknowledged],
    )
    const { rows: jobs } = await database.query<{ job: string; turns: string; span: string }>(
      'select job, turns, extract(epoch from clock_timestamp() - begun_at)::int as span from job_turn order by job',
    )
    const missing = told.acknowledged - Number(kept[0]?.n)
    console.log(`${restarts} restarts; ready said ${[...told.states].join(', ')} while stopping`)
    console.log(`${told.acknowledged} writes acknowledged in ${told.tries} tries, ${told.failed} failed, ${missing} missing`)
    for (const { job, turns } of jobs) console.log(`${job}: ${turns} turns, ${taken.get(job) ?? 0} seen by the processes`)
    return told.failed === 0 && missing === 0
  } finally {
    await database.end().catch(() => undefined)
    for (const server of servers) await server.remove()
    await postgres.stop()
  }
}
