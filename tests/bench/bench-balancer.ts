import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { upload } from '#contract/upload.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import { BuiltServer } from '../support/built-server.ts'
import { jpeg } from '../support/hostile-uploads.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { codeOf, signInAt } from './support/hardship-calls.ts'
import { type Answer, ask, send } from './support/person.ts'
import { startBalancer } from './support/start-balancer.ts'
import { partOf, tell } from './support/tell.ts'

const KILLS = 4
const APART_MS = 8_000
const TRIES = 40
const PAUSE_MS = 250
const REST_MS = 40

class Met {
  calls = 0
  failed = 0
  readonly firsts = new Map<string, number>()
  readonly waits: number[] = []

  /** Null: never answered well. */
  async through(once: () => Promise<Answer>): Promise<Answer | null> {
    this.calls += 1
    const from = performance.now()
    for (let tried = 0; tried < TRIES; tried += 1) {
      const answer = await once()
      if (codeOf(answer) === 200) {
        if (tried > 0) this.waits.push(performance.now() - from)
        return answer
      }
      const said = answer.status === 0 ? 'cut' : String(codeOf(answer))
      if (tried === 0) this.firsts.set(said, (this.firsts.get(said) ?? 0) + 1)
      await later(PAUSE_MS)
    }
    this.failed += 1
    return null
  }

  tell(name: string): void {
    const firsts = [...this.firsts].map(([said, n]) => `${n} × ${said}`).join(', ') || 'none'
    console.log(`${name}: ${this.calls} calls; not answered at the first try: ${firsts}`)
    this.waits.sort((a, b) => a - b)
    if (this.waits.length > 0)
      tell({
        name: `${name}: answered when asked again, at most after`,
        value: partOf(this.waits, 0.999999),
        unit: 'ms',
      })
    tell({ name: `${name}: never answered`, value: this.failed, unit: '', goal: '≤ 0' })
  }
}

async function killsBehind(databaseUrl: string, servers: readonly BuiltServer[]): Promise<boolean> {
  const files = mkdtempSync(join(tmpdir(), 'fire-balancer-files-'))
  for (const server of servers) await server.restart({ TRUST_PROXY: '1', FILES_URL: `file:${files}` })
  const balancer = await startBalancer(servers)
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const tokens = await Promise.all(['unit01', 'unit02', 'wuye01'].map((account) => signInAt(servers[0]!, account)))
    const { rows } = await database.query<{ provider: string; project: string; point: string }>(`
      select distinct on (b.provider_id) b.provider_id as provider, b.open_project_id as project, p.point_number as point
      from point p join building b on b.id = p.building_id join provider v on v.id = b.provider_id
      where v.status = 1 and p.api_type >= 5 order by b.provider_id, p.id limit 3`)
    const [reports, lists, uploads] = [new Met(), new Met(), new Met()]
    const over = new AbortController()
    const sequences: number[] = []
    const stored: string[] = []
    let sequence = 2_000_000
    const report = async ({ provider, project, point }: (typeof rows)[number]) => {
      const mine = ++sequence
      const body = JSON.stringify({
        items: [
          {
            projectId: project,
            pointNumber: point,
            time: toWireTime(new Date()),
            sequence: mine,
            measures: { signals: mine },
          },
        ],
      })
      const done = await reports.through(() => {
        const request = signRequest(demoKeysOf(Number(provider)), new Date(), {
          method: 'POST',
          path: ingest.readings.path,
          body,
        })
        return send(`${balancer.url}${request.path}`, { method: 'POST', headers: request.headers, body })
      })
      if (done) sequences.push(mine)
    }
    const list = (token: string) => lists.through(() => ask(balancer.url, building.list, {}, { 'x-auth-token': token }))
    const put = async (token: string) => {
      const key = randomUUID()
      const file = new File([jpeg(20, 20, key), Buffer.alloc(200_000, 7)], 'a.jpg', { type: 'image/jpeg' })
      const done = await uploads.through(() =>
        ask(balancer.url, upload.store, { file }, { 'x-auth-token': token, 'idempotency-key': key }),
      )
      const url = done?.body?.data as unknown as string | undefined
      if (url) stored.push(url.slice('/file/'.length))
      await later(1_100)
    }
    const forever = async (work: () => Promise<unknown>) => {
      while (!over.signal.aborted) {
        await work()
        await later(REST_MS)
      }
    }
    const load = [
      ...rows.map((row) => forever(() => report(row))),
      ...tokens.map((token) => forever(() => list(token))),
      ...tokens.map((token) => forever(() => put(token))),
    ]
    for (let n = 0; n < KILLS; n += 1) {
      await later(APART_MS)
      const server = servers[n % servers.length]
      await server?.stop('SIGKILL')
      await later(APART_MS)
      await server?.start()
    }
    await later(APART_MS)
    over.abort()
    await Promise.all(load)
    const { rows: read } = await database.query<{ n: string; twice: string }>(
      `select count(distinct sequence) as n, count(*) - count(distinct sequence) as twice from reading where sequence = any($1)`,
      [sequences],
    )
    const { rows: kept } = await database.query<{ n: string; all: string }>(
      `select count(*) filter (where token = any($1)) as n, count(*) filter (where size > 200000) as all from upload`,
      [stored],
    )
    reports.tell('reports')
    lists.tell('lists')
    uploads.tell('uploads')
    const missing = sequences.length - Number(read[0]?.n) + (stored.length - Number(kept[0]?.n))
    const twice = Number(read[0]?.twice) + (Number(kept[0]?.all) - stored.length)
    tell({
      name: `${KILLS} × kill -9 behind the balancer: acknowledged and missing`,
      value: missing,
      unit: '',
      goal: '≤ 0',
    })
    tell({ name: `${KILLS} × kill -9 behind the balancer: there twice`, value: twice, unit: '', goal: '≤ 0' })
    return missing === 0 && twice === 0 && [reports, lists, uploads].every(({ failed }) => failed === 0)
  } finally {
    await database.end()
    await balancer.stop()
    rmSync(files, { recursive: true, force: true })
  }
}

async function cityIn(url: string): Promise<string> {
  const database = new Client({ connectionString: url })
  await database.connect()
  const { rows } = await database.query<Record<string, string>>(
    `select (select count(*) from building) as buildings, (select count(*) from point) as points, (select count(*) from account) as accounts,
      (select count(*) from unit) as units, (select count(*) from provider) as providers`,
  )
  await database.end()
  return JSON.stringify(rows[0])
}

/**
 * Started together on an empty PostgreSQL, twice; then one is killed under load. @returns one city, nothing lost
 * or doubled
 */
export async function benchBalancer(): Promise<boolean> {
  const cities: string[] = []
  let isKept = false
  for (const round of [1, 2]) {
    const postgres = await startPostgresServer()
    const begun = await Promise.allSettled([BuiltServer.start(postgres.url), BuiltServer.start(postgres.url)])
    const servers = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    try {
      for (const one of begun) if (one.status === 'rejected') console.log(String(one.reason))
      if (servers.length < 2) return false
      cities.push(await cityIn(postgres.url))
      console.log(`started together on an empty database: ${cities.at(-1)}`)
      if (round === 2) isKept = await killsBehind(postgres.url, servers)
    } finally {
      for (const server of servers) await server.remove()
      await postgres.stop()
    }
  }
  return isKept && cities[0] === cities[1]
}
