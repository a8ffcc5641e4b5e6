import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { message } from '#contract/message.ts'
import { addDays, shanghaiDay } from '#contract/time.ts'
import { upload } from '#contract/upload.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import type { Db, OpenDatabase } from '#server/platform/db/open-db.ts'
import { BuiltServer } from '../support/built-server.ts'
import { jpeg } from '../support/hostile-uploads.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { signedIn } from './support/bench-api.ts'
import { countKept } from './support/count-kept.ts'
import { type Actor, type Cast, type Ledger, startMixedLoad } from './support/mixed-load.ts'
import { type Answer, ask, send } from './support/person.ts'
import { FIRST_LARGE, openProofCity } from './support/proof-city.ts'
import { medianOf, tell } from './support/tell.ts'

const APP_KILLS = Number(process.env.BENCH_KILLS ?? 50)
const DATABASE_KILLS = Number(process.env.BENCH_DATABASE_KILLS ?? 10)
const EMBEDDED_KILLS = Number(process.env.BENCH_EMBEDDED_KILLS ?? 10)
const BUILDINGS = 120
const UNITS = 8
const LANES = 4
/** At any point of the work. */
const apart = (n: number) => 1_000 + ((n * 379) % 1_500)
const DEAD_MS = 4_000
const GIVE_UP_MS = 60_000

const rows = async <T extends Record<string, unknown>>(db: Db, query: ReturnType<typeof sql>) => (await db.execute<T>(query)).rows

/** Units, an official, users, providers. */
async function castOf(db: Db): Promise<Cast> {
  const now = new Date()
  const today = shanghaiDay(now)
  const days = Array.from({ length: 31 }, (_, i) => addDays(today, -i - 1)).filter((day) => day.slice(0, 7) === today.slice(0, 7))
  const names = await rows<{ account: string; unit: string }>(db, sql`
    select account, unit_id as unit from account where account like 'person%' and role = 'unit' order by id limit ${UNITS}`)
  const units: Actor[] = []
  for (const [n, { account, unit }] of names.entries()) {
    const first = FIRST_LARGE + n * 3
    await db.execute(sql`delete from building_unit where building_id between ${first} and ${first + 2}`)
    await db.execute(sql`insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
      select id, ${unit}::bigint, 'bound', now(), now() from building where id between ${first} and ${first + 2}`)
    await db.execute(sql`update building set provider_id = ${FIRST_PROVIDER_ID} where id between ${first} and ${first + 2}`)
    const buildings = await rows<Actor['buildings'][number]>(db, sql`
      select id, name, county, street_no as street from building where id between ${first} and ${first + 2} order by id`)
    units.push({ account, token: await signedIn(db, account, now), buildings, days: [...days] })
  }
  const points = await rows<{ id: string; projectId: string; pointNumber: string }>(db, sql`
    select p.id, b.open_project_id as "projectId", p.point_number as "pointNumber" from point p join building b on b.id = p.building_id
    where b.provider_id = ${FIRST_PROVIDER_ID} and b.id >= ${FIRST_LARGE} order by p.id`)
  const share = Math.floor(points.length / LANES)
  return {
    units,
    officer: { account: 'zhidui', token: await signedIn(db, 'zhidui', now), buildings: [], days: [] },
    comers: (await rows<{ account: string }>(db, sql`select account from account where role = 'property' and account like 'person%' order by id limit 4`)).map(
      ({ account }) => account,
    ),
    lanes: Array.from({ length: LANES }, (_, lane) => ({
      providerId: FIRST_PROVIDER_ID,
      points: points.slice(lane * share, (lane + 1) * share).map((point) => ({ ...point, id: Number(point.id) })),
    })),
  }
}

function knocker(base: string, cast: Cast) {
  const headers = { 'x-auth-token': cast.officer.token }
  const hello = () => {
    const request = signRequest(demoKeysOf(FIRST_PROVIDER_ID + 1), new Date(), { method: 'GET', path: ingest.hello.path, body: '' })
    return send(`${base}${request.path}`, { headers: request.headers })
  }
  const kinds: readonly (() => Promise<Answer>)[] = [
    () => ask(base, building.list, {}, headers),
    () => ask(base, message.unreadCount, {}, headers),
    hello,
    () => ask(base, upload.store, { file: new File([jpeg(2, 2, randomUUID())], 'a.jpg') }, { ...headers, 'idempotency-key': randomUUID() }),
    () => send(`${base}/ops/ready`, {}),
  ]
  let next = 0
  return {
    kinds: kinds.length,
    knock: () => kinds[next++ % kinds.length]!(),
  }
}

const isFine = ({ status, body }: Answer) => status === 200 && (body?.code ?? 200) === 200

/** ms, per kind. */
async function untilWell(base: string, cast: Cast): Promise<number> {
  const { kinds, knock } = knocker(base, cast)
  const from = performance.now()
  for (let well = 0; well < kinds; ) {
    if (isFine(await knock())) well += 1
    else {
      well = 0
      await later(50)
    }
    if (performance.now() - from > GIVE_UP_MS) return Infinity
  }
  return performance.now() - from
}

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

async function killDatabase(postgres: Awaited<ReturnType<typeof startPostgresServer>>, server: BuiltServer, cast: Cast, times: number) {
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

async function tellKept(opened: OpenDatabase, filesUrl: string, since: Date, ledger: Ledger, where: string): Promise<boolean> {
  const { batches, days, edits, files, declared, decided, tokens, exports, odd, cut } = ledger
  console.log(
    `${where}: acknowledged ${batches.length * 20} readings, ${days.length} days, ${edits.length} edits, ${files.length} files, ` +
      `${declared.length} declarations, ${decided.length} decisions, ${tokens.length} sign-ins, ${exports} exports; ${cut} calls cut off`,
  )
  // No call's limit binds it.
  const { client, end } = await opened.connectLong()
  const { found, strays } = await countKept(drizzle(client) as unknown as Db, filesUrl, since, ledger)
  await end()
  for (const [what, n] of found) tell({ name: what, where, value: n, unit: '', goal: '≤ 0' })
  console.log(`${strays} files that no row names`)
  for (const one of odd.slice(0, 10)) console.log(`  ${one}`)
  return [...found.values()].every((n) => n === 0)
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
    const load = startMixedLoad(server.url, cast)
    const app = await killApp(server, cast, APP_KILLS)
    const database = await killDatabase(postgres, server, cast, DATABASE_KILLS)
    const ledger = await load.stop()
    const where = 'PostgreSQL'
    tellBack(`kill -9 of the app × ${APP_KILLS}`, where, app)
    tellBack(`kill -9 of PostgreSQL × ${DATABASE_KILLS}`, where, database.back)
    const slow = database.refusals.filter(({ ms }) => ms > 1_000)
    // The envelope's code; the status is 200.
    const other = database.refusals.filter(({ status, body }) => status !== 503 && body?.code !== 503)
    tell({ name: `${database.refusals.length} calls without a database, at most`, where, value: mostOf(database.refusals.map(({ ms }) => ms)), unit: 'ms', goal: '≤ 1000' })
    tell({ name: 'calls without a database answered otherwise than 503', where, value: other.length, unit: '', goal: '≤ 0' })
    tell({ name: `${ledger.refusals.length} refusals under load, at most`, where, value: mostOf(ledger.refusals), unit: 'ms' })
    for (const { status, body, ms } of [...slow, ...other].slice(0, 10)) console.log(`  ${status} ${body?.code} ${body?.message} after ${Math.round(ms)} ms`)
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
    const load = startMixedLoad(server.url, cast)
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
 * Acknowledged writes are read from the database. BENCH_KILLS, BENCH_DATABASE_KILLS, BENCH_EMBEDDED_KILLS; 0
 * leaves out. @returns nothing missing or half done, back in time
 */
export async function benchKills(): Promise<boolean> {
  const postgres = APP_KILLS + DATABASE_KILLS > 0 ? await onPostgres() : true
  const embedded = EMBEDDED_KILLS > 0 ? await onEmbedded() : true
  return postgres && embedded
}
