import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { building } from '#contract/building.ts'
import { portal } from '#contract/portal.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { codeOf, mostOf, signInAt, store, untilWell } from './support/hardship-calls.ts'
import { clockSteps, embeddedClockSteps } from './hardship-clock.ts'
import { embeddedDiskFull, filesDiskFull } from './hardship-disks.ts'
import { type Answer, ask } from './support/person.ts'
import { partOf, sorted, tell } from './support/tell.ts'

/** Three times what a process answers. */
const BURST = 1_500
/** They ask again at once. */
const RESTLESS = 800
const RESTLESS_MS = 10_000

const informed = (server: BuiltServer) => ask(server.url, portal.informationList, { pageSize: 5 })

async function lockedTable(server: BuiltServer, databaseUrl: string, calls: number): Promise<boolean> {
  const token = await signInAt(server, 'unit02')
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table upload in access exclusive mode')
  const stuck = Array.from({ length: calls }, (_, n) => store(server, token, 100, `stuck ${calls} ${n}`))
  await later(500)
  const others: Answer[] = []
  const held = new AbortController()
  const asking = Array.from({ length: 4 }, async () => {
    while (!held.signal.aborted) {
      others.push(await informed(server))
      await later(50)
    }
  })
  const told = await Promise.all(stuck)
  held.abort()
  await Promise.all(asking)
  await holder.query('rollback')
  await holder.end()
  const well = await untilWell(() => store(server, token, 100, `well again ${calls}`))
  const where = `${calls} calls that want it`
  const fine = others.filter((answer) => codeOf(answer) === 200)
  const odd = [...told, ...others].filter((answer) => codeOf(answer) !== 503 && !fine.includes(answer))
  const times = sorted(others.map(({ ms }) => ms))
  tell({ name: 'locked table: told 503 within', where, value: mostOf(told), unit: 'ms', goal: '≤ 30000' })
  tell({
    name: `locked table: ${others.length} other calls meanwhile, answered well`,
    where,
    value: fine.length,
    unit: '',
  })
  tell({ name: 'locked table: other calls, p95', where, value: partOf(times, 0.95), unit: 'ms' })
  tell({ name: 'locked table: other calls, at most', where, value: mostOf(others), unit: 'ms' })
  tell({ name: 'locked table: answers other than 200 and 503', where, value: odd.length, unit: '', goal: '≤ 0' })
  tell({ name: 'locked table: written again once it is free', where, value: well, unit: 'ms', goal: '≤ 5000' })
  for (const { status, body, ms } of odd.slice(0, 3))
    console.log(`  ${status} ${body?.code} ${body?.message} after ${Math.round(ms)} ms`)
  return odd.length === 0 && well <= 5_000 && told.every((answer) => codeOf(answer) === 503)
}

async function slowDatabase(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const server = await BuiltServer.start(postgres.url)
  try {
    const some = await lockedTable(server, postgres.url, 4)
    const asManyAsConnections = await lockedTable(server, postgres.url, 20)
    return some && asManyAsConnections
  } finally {
    await server.remove()
    await postgres.stop()
  }
}

function tellOverload(where: string, answers: readonly Answer[], well: number): boolean {
  const refused = answers.filter((answer) => codeOf(answer) === 503)
  const fine = answers.filter((answer) => codeOf(answer) === 200)
  const odd = answers.length - refused.length - fine.length
  const said = answers.find((answer) => ![200, 503].includes(codeOf(answer)))
  const part = (list: readonly Answer[], share: number) => partOf(sorted(list.map(({ ms }) => ms)), share)
  console.log(
    `${where}: ${fine.length} answered, ${refused.length} turned away with 503, ${odd} otherwise${said ? `, as ${said.status} ${said.body?.message} after ${Math.round(said.ms)} ms` : ''}`,
  )
  tell({ name: 'overload: answered, p50', where, value: part(fine, 0.5), unit: 'ms' })
  tell({ name: 'overload: answered, at most', where, value: mostOf(fine), unit: 'ms' })
  tell({ name: 'overload: turned away, p50', where, value: part(refused, 0.5), unit: 'ms' })
  tell({ name: 'overload: turned away, p95', where, value: part(refused, 0.95), unit: 'ms' })
  tell({ name: 'overload: a call within 500 ms again', where, value: well, unit: 'ms', goal: '≤ 5000' })
  return odd === 0 && well <= 5_000
}

/** One burst, then for a while. */
async function overload(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const server = await BuiltServer.start(postgres.url)
  try {
    const { BENCH_CALLS_AT_ONCE } = process.env
    if (BENCH_CALLS_AT_ONCE) await server.restart({ CALLS_AT_ONCE: BENCH_CALLS_AT_ONCE })
    const token = await signInAt(server, 'unit02')
    const list = () => ask(server.url, building.list, {}, { 'x-auth-token': token })
    const quickly = async () => {
      const answer = await list()
      return answer.ms < 500 ? answer : { ...answer, status: 0, body: null }
    }
    console.log('overload begins')
    const answers = await Promise.all(Array.from({ length: BURST }, list))
    const burst = tellOverload(`${BURST} at once`, answers, await untilWell(quickly))
    const many: Answer[] = []
    await later(5_000)
    console.log('overload lasts')
    const until = performance.now() + RESTLESS_MS
    const restless = async () => {
      while (performance.now() < until) many.push(await list())
    }
    await Promise.all(Array.from({ length: RESTLESS }, restless))
    const long = tellOverload(`${RESTLESS} callers for ${RESTLESS_MS / 1000} s`, many, await untilWell(quickly))
    return burst && long
  } finally {
    await server.remove()
    await postgres.stop()
  }
}

const HARDSHIPS: Readonly<Record<string, () => Promise<boolean>>> = {
  slow: slowDatabase,
  overload,
  files: filesDiskFull,
  embedded: embeddedDiskFull,
  clock: clockSteps,
  'embedded-clock': embeddedClockSteps,
}

/**
 * BENCH_ONLY (`slow,files`) chooses. @returns each was reported as it is, nothing was lost
 */
export async function benchHardship(): Promise<boolean> {
  const chosen = (process.env.BENCH_ONLY ?? Object.keys(HARDSHIPS).join()).split(',')
  const results: Record<string, boolean> = {}
  for (const name of chosen) {
    const hardship = HARDSHIPS[name]
    if (!hardship) throw new Error(`BENCH_ONLY: ${Object.keys(HARDSHIPS).join(', ')}`)
    results[name] = await hardship()
  }
  console.log(JSON.stringify(results))
  return Object.values(results).every(Boolean)
}
