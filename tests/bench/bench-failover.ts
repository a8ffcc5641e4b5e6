import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { building } from '#contract/building.ts'
import { isConnectionLoss } from '#server/platform/db/errors.ts'
import { BuiltServer } from '../support/built-server.ts'
import { isFine, knocker, untilWell } from './support/knocker.ts'
import { castOf } from './support/load-cast.ts'
import { type Cast, startMixedLoad } from './support/mixed-load.ts'
import { type Answer, ask, send } from './support/person.ts'
import { PostgresPair } from './support/postgres-pair.ts'
import { openProofCity } from './support/proof-city.ts'
import { tell } from './support/tell.ts'
import { tellKept } from './support/tell-kept.ts'

const KILLS = Number(process.env.BENCH_FAILOVERS ?? 10)
const BUILDINGS = 120
const PROBE_MS = 500
const READ_REST_MS = 100
const DAY_REST_MS = 15_000
const REST_MS = 300
const UNDISTURBED_MS = 20_000
/** Patroni waits 30 s for a silent primary. */
const PROMOTED_AFTER_MS = { kill: 4_000, freeze: 30_000 }
const HOW = process.env.BENCH_FAILOVER_BY === 'freeze' ? 'freeze' : 'kill'
const SETTLE_MS = 5_000
const STANDBY_LOST_MS = 20_000
const BACK_WITHIN_MS = 15_000

interface Seen {
  readonly from: number
  readonly to: number
  readonly isRefused: boolean
}

interface Probe {
  readonly from: number
  readonly to: number
  readonly isReady: boolean
}

/** Readiness may answer either way while killing and promoting. */
interface Outage {
  readonly killing: number
  readonly dead: number
  readonly promoting: number
  readonly promoted: number
}

interface Failover extends Outage {
  readonly killed: string
  readonly backMsOfEach: readonly number[]
  readonly rebuiltMs: number
  readonly until: number
}

const mostOf = (list: readonly number[]) => (list.length > 0 ? Math.max(...list) : 0)

const isWrong = ({ from, to, isReady }: Probe, outages: readonly Outage[]) =>
  isReady
    ? outages.some(({ dead, promoting }) => from > dead && to < promoting)
    : !outages.some(({ killing, promoted }) => from < promoted && to > killing)

function wrongInSequence(probes: readonly Probe[], outages: readonly Outage[]): number {
  let [run, most] = [0, 0]
  for (const probe of probes.toSorted((a, b) => a.from - b.from)) {
    run = isWrong(probe, outages) ? run + 1 : 0
    most = Math.max(most, run)
  }
  return most
}

function watchReadiness(url: string) {
  const probes: Probe[] = []
  const probe = async () => {
    const from = performance.now()
    const { status } = await send(`${url}/ops/ready`, {})
    probes.push({ from, to: performance.now(), isReady: status === 200 })
  }
  const timer = setInterval(() => void probe(), PROBE_MS)
  return { probes, stop: () => clearInterval(timer) }
}

function startReaders(servers: readonly BuiltServer[], cast: Cast, watch: (answer: Answer) => void) {
  const over = new AbortController()
  const readers = servers.map(async ({ url }) => {
    const { knock } = knocker(url, cast)
    while (!over.signal.aborted) {
      watch(await knock())
      await later(READ_REST_MS)
    }
  })
  return async () => {
    over.abort()
    await Promise.all(readers)
  }
}

interface LogLine {
  readonly msg: string
  readonly call?: string
  readonly ms?: number
  readonly err?: { readonly message: string; readonly code?: string }
}

function troublesIn(servers: readonly BuiltServer[]): string[] {
  const lines = servers.flatMap(({ said }) => said.splice(0)).filter((line) => line.startsWith('{'))
  return lines.flatMap((line) => {
    const { msg, call, ms = 0, err } = JSON.parse(line) as LogLine
    if (err && msg === 'call failed' && !isConnectionLoss(Object.assign(new Error(err.message), err)))
      return [`${call} failed: ${JSON.stringify(err)}`]
    return msg === 'call' && ms > BACK_WITHIN_MS ? [`${call} took ${ms} ms`] : []
  })
}

async function failOver(pair: PostgresPair, servers: readonly BuiltServer[], cast: Cast): Promise<Failover> {
  const killed = pair.primary
  const killing = performance.now()
  await pair.losePrimary(HOW)
  const dead = performance.now()
  await later(PROMOTED_AFTER_MS[HOW])
  const promoting = performance.now()
  await pair.promote()
  const promoted = performance.now()
  const backMsOfEach = await Promise.all(servers.map(({ url }) => untilWell(url, cast)))
  const rebuilding = performance.now()
  await pair.rebuildStandby()
  const rebuiltMs = performance.now() - rebuilding
  await later(SETTLE_MS)
  return { killed, killing, dead, promoting, promoted, backMsOfEach, rebuiltMs, until: performance.now() }
}

function waitsAfter({ promoted, until }: Pick<Failover, 'promoted' | 'until'>, seen: readonly Seen[]) {
  const after = seen.filter(({ to }) => to > promoted && to < until)
  return {
    refused: mostOf(after.filter((one) => one.isRefused).map(({ to }) => to - promoted)),
    longest: mostOf(after.map(({ from, to }) => to - Math.max(from, promoted))),
  }
}

async function loseStandby(pair: PostgresPair, servers: readonly BuiltServer[], cast: Cast): Promise<number> {
  await pair.loseStandby()
  const until = performance.now() + STANDBY_LOST_MS
  const headers = { 'x-auth-token': cast.officer.token }
  const reads: Answer[] = []
  while (performance.now() < until) {
    reads.push(...(await Promise.all(servers.map(({ url }) => ask(url, building.list, {}, headers)))))
    await later(READ_REST_MS)
  }
  await pair.commitAlone()
  const back = mostOf(await Promise.all(servers.map(({ url }) => untilWell(url, cast))))
  const longest = mostOf(reads.map(({ ms }) => ms))
  console.log(
    `standby lost for ${STANDBY_LOST_MS / 1_000} s: ${reads.filter(isFine).length} of ${reads.length} reads answered, the longest in ${Math.round(longest)} ms`,
  )
  return back
}

/** BENCH_FAILOVERS; BENCH_FAILOVER_BY=freeze. @returns nothing missing, answers in time, readiness right */
export async function benchFailover(): Promise<boolean> {
  const where = 'PostgreSQL, synchronous standby'
  const pair = await PostgresPair.start()
  const files = `file:${mkdtempSync(join(tmpdir(), 'fire-failover-'))}`
  const servers: BuiltServer[] = []
  try {
    const { opened } = await openProofCity(pair.primaryUrl, BUILDINGS)
    const cast = await castOf(opened.db)
    await opened.close()
    for (let n = 0; n < 2; n += 1)
      servers.push(await BuiltServer.start(pair.urlOfBoth, { FILES_URL: files, TRUST_PROXY: '1' }))
    const seen: Seen[] = []
    const watch = ({ status, body, ms }: Answer) => {
      const to = performance.now()
      seen.push({ from: to - ms, to, isRefused: status === 0 || status === 503 || body?.code === 503 })
    }
    const since = new Date()
    const watches = servers.map(({ url }) => watchReadiness(url))
    const load = startMixedLoad(
      servers.map(({ url }) => url),
      cast,
      { dayRestMs: DAY_REST_MS, restMs: REST_MS, watch },
    )
    const stopReaders = startReaders(servers, cast, watch)
    await later(SETTLE_MS)
    const quiet = { promoted: performance.now(), until: performance.now() + UNDISTURBED_MS }
    await later(UNDISTURBED_MS)
    const undisturbed = waitsAfter(quiet, seen).longest
    const failovers: Failover[] = []
    let isWell = true
    const table = { table: 'failover' }
    console.log(
      '| kill | of | promoted in ms | back after ms, each process | last refusal after ms | longest answer ms | wrong probes in sequence, each process | standby again after ms | load |',
    )
    console.log('|---|---|---|---|---|---|---|---|---|')
    console.log(`| none | | | | | ${Math.round(undisturbed)} | | | ${loadavg()[0]?.toFixed(1)} |`)
    for (let n = 1; n <= KILLS; n += 1) {
      const one = await failOver(pair, servers, cast)
      failovers.push(one)
      const { refused, longest } = waitsAfter(one, seen)
      const during = (probe: Probe) => probe.from >= one.killing - PROBE_MS && probe.to <= one.until
      const wrong = watches.map(({ probes }) => wrongInSequence(probes.filter(during), failovers))
      const back = mostOf(one.backMsOfEach)
      const round = (values: readonly number[]) => values.map(Math.round).join(', ')
      console.log(
        `| ${n} | ${one.killed} | ${round([one.promoted - one.promoting])} | ${round(one.backMsOfEach)} | ${round([refused])} | ${round([longest])} | ${wrong.join(', ')} | ${round([one.rebuiltMs])} | ${loadavg()[0]?.toFixed(1)} |`,
      )
      for (const trouble of troublesIn(servers)) console.log(`  ${trouble}`)
      const row = `kill ${n}`
      tell({
        name: `${row}: all answers again, at most`,
        where,
        value: back,
        unit: 'ms',
        goal: `≤ ${BACK_WITHIN_MS}`,
        cell: { ...table, row, column: 'back' },
      })
      if (Math.max(back, refused, longest) > BACK_WITHIN_MS || mostOf(wrong) > 1) isWell = false
    }
    for (const { stop } of watches) stop()
    const alone = await loseStandby(pair, servers, cast)
    tell({
      name: 'standby lost, then the primary alone: all answers again',
      where,
      value: alone,
      unit: 'ms',
      goal: `≤ ${BACK_WITHIN_MS}`,
    })
    await stopReaders()
    const ledger = await load.stop()
    for (const { probes } of watches) {
      const wrong = wrongInSequence(probes, failovers)
      tell({
        name: `of ${probes.length} probes of readiness wrong in sequence, at most`,
        where,
        value: wrong,
        unit: '',
        goal: '≤ 1',
      })
      if (wrong > 1) isWell = false
      tell({
        name: 'readiness answered within',
        where,
        value: mostOf(probes.map(({ from, to }) => to - from)),
        unit: 'ms',
      })
    }
    const waits = failovers.map((one) => waitsAfter(one, seen))
    tell({
      name: 'last refusal after a promotion',
      where,
      value: mostOf(waits.map(({ refused }) => refused)),
      unit: 'ms',
      goal: `≤ ${BACK_WITHIN_MS}`,
    })
    tell({
      name: 'longest answer after a promotion',
      where,
      value: mostOf(waits.map(({ longest }) => longest)),
      unit: 'ms',
      goal: `≤ ${BACK_WITHIN_MS}`,
    })
    for (const server of servers) await server.stop()
    const after = await openProofCity(pair.primaryUrl, BUILDINGS)
    const isKept = await tellKept(after.opened, files, since, ledger, where)
    await after.opened.close()
    return isKept && isWell
  } finally {
    for (const server of servers) await server.remove()
    await pair.stop()
    rmSync(files.slice('file:'.length), { recursive: true, force: true })
  }
}
