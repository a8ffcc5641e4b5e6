import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { knocker, untilWell } from './support/knocker.ts'
import { castOf } from './support/load-cast.ts'
import { type Cast, startMixedLoad } from './support/mixed-load.ts'
import type { Answer } from './support/person.ts'
import { openProofCity } from './support/proof-city.ts'
import { medianOf, tell } from './support/tell.ts'
import { tellKept } from './support/tell-kept.ts'

const APP_KILLS = Number(process.env.BENCH_KILLS ?? 50)
const DATABASE_KILLS = Number(process.env.BENCH_DATABASE_KILLS ?? 10)
const EMBEDDED_KILLS = Number(process.env.BENCH_EMBEDDED_KILLS ?? 10)
const BUILDINGS = 120
const apart = (n: number) => 1_000 + ((n * 379) % 1_500)
const DEAD_MS = 4_000

const mostOf = (list: readonly number[]) => (list.length > 0 ? Math.max(...list) : 0)

async function killApp(server: BuiltServer, cast: Cast, times: number): Promise<number[]> {
  const back: number[] = []
  for (let n = 0; n < times; n += 1) {
    await later(apart(n))
    await server.stop('SIGKILL')
    const from = performance.now()
    await server.start()
    await untilWell(server.url, cast)
    back.push(performance.now() - from)
    server.said.length = 0
  }
  return back
}

async function killDatabase(
  postgres: Awaited<ReturnType<typeof startPostgresServer>>,
  server: BuiltServer,
  cast: Cast,
  times: number,
) {
  const back: number[] = []
  const refusals: Answer[] = []
  const { knock } = knocker(server.url, cast)
  for (let n = 0; n < times; n += 1) {
    await later(apart(n))
    await postgres.kill()
    const until = performance.now() + DEAD_MS
    while (performance.now() < until) {
      refusals.push(await knock())
      await later(20)
    }
    await postgres.start()
    back.push(await untilWell(server.url, cast))
  }
  return { back, refusals }
}

function tellBack(what: string, where: string, back: readonly number[]): void {
  tell({ name: `${what}: all answers again, median of ${back.length}`, where, value: medianOf(back), unit: 'ms' })
  tell({ name: `${what}: all answers again, at most`, where, value: mostOf(back), unit: 'ms', goal: '≤ 5000' })
}

const SETTINGS = { TRUST_PROXY: '1' }

async function onPostgres(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const files = mkdtempSync(join(tmpdir(), 'fire-kills-'))
  const { opened } = await openProofCity(postgres.url, BUILDINGS)
  const cast = await castOf(opened.db)
  await opened.close()
  const server = await BuiltServer.start(postgres.url)
  try {
    await server.restart({ ...SETTINGS, FILES_URL: `file:${files}` })
    const since = new Date()
    const load = startMixedLoad([server.url], cast)
    const app = await killApp(server, cast, APP_KILLS)
    const database = await killDatabase(postgres, server, cast, DATABASE_KILLS)
    const ledger = await load.stop()
    const where = 'PostgreSQL'
    tellBack(`kill -9 of the app × ${APP_KILLS}`, where, app)
    tellBack(`kill -9 of PostgreSQL × ${DATABASE_KILLS}`, where, database.back)
    const slow = database.refusals.filter(({ ms }) => ms > 1_000)
    // The envelope's code; the status is 200.
    const other = database.refusals.filter(({ status, body }) => status !== 503 && body?.code !== 503)
    tell({
      name: `${database.refusals.length} calls without a database, at most`,
      where,
      value: mostOf(database.refusals.map(({ ms }) => ms)),
      unit: 'ms',
      goal: '≤ 1000',
    })
    tell({
      name: 'calls without a database answered otherwise than 503',
      where,
      value: other.length,
      unit: '',
      goal: '≤ 0',
    })
    tell({
      name: `${ledger.refusals.length} refusals under load, at most`,
      where,
      value: mostOf(ledger.refusals),
      unit: 'ms',
    })
    for (const { status, body, ms } of [...slow, ...other].slice(0, 10))
      console.log(`  ${status} ${body?.code} ${body?.message} after ${Math.round(ms)} ms`)
    const after = await openProofCity(postgres.url, BUILDINGS)
    const isKept = await tellKept(after.opened, `file:${files}`, since, ledger, where)
    await after.opened.close()
    return isKept && slow.length === 0 && other.length === 0 && mostOf([...app, ...database.back]) <= 5_000
  } finally {
    await server.remove()
    await postgres.stop()
    rmSync(files, { recursive: true, force: true })
  }
}

async function onEmbedded(): Promise<boolean> {
  const place = mkdtempSync(join(tmpdir(), 'fire-kills-'))
  const [url, files] = [`file:${join(place, 'db')}`, `file:${join(place, 'files')}`]
  const { opened } = await openProofCity(url, BUILDINGS)
  const cast = await castOf(opened.db)
  await opened.close()
  const server = await BuiltServer.start(url)
  try {
    await server.restart({ ...SETTINGS, FILES_URL: files })
    const since = new Date()
    const load = startMixedLoad([server.url], cast)
    const back = await killApp(server, cast, EMBEDDED_KILLS)
    const ledger = await load.stop()
    await server.stop()
    const where = 'PGlite'
    tellBack(`kill -9 of the app × ${EMBEDDED_KILLS}`, where, back)
    const after = await openProofCity(url, BUILDINGS)
    const isKept = await tellKept(after.opened, files, since, ledger, where)
    await after.opened.close()
    return isKept
  } finally {
    await server.remove()
    rmSync(place, { recursive: true, force: true })
  }
}

/**
 * BENCH_KILLS, BENCH_DATABASE_KILLS, BENCH_EMBEDDED_KILLS; 0
 * leaves out. @returns nothing missing or half done, back in time
 */
export async function benchKills(): Promise<boolean> {
  const postgres = APP_KILLS + DATABASE_KILLS > 0 ? await onPostgres() : true
  const embedded = EMBEDDED_KILLS > 0 ? await onEmbedded() : true
  return postgres && embedded
}
