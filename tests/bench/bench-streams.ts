import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { STREAM_PATH } from '#contract/live.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { openAlarmCity, reportFire } from './support/alarm-city.ts'
import { signedIn } from './support/bench-api.ts'
import { peopleOf } from './support/proof-city.ts'
import { processorSeconds } from './support/processor-time.ts'
import { tell } from './support/tell.ts'

const STREAMS = Number(process.env.BENCH_STREAMS ?? 2_000)
const IDLE_MS = Number(process.env.BENCH_IDLE_SEC ?? 60) * 1000
const EVENTS = 10
const KB = 1024

/** Writes as many bytes to all streams. */
const BARE = `
const { createServer } = require('node:http')
const open = new Set()
const frame = 'event: change\\ndata: {"kind":"alarm","buildingId":"1","pad":"' + 'x'.repeat(1200) + '"}\\n\\n'
createServer((request, response) => {
  if (request.url === '/now') { for (const one of open) one.write(frame); return void response.end() }
  response.writeHead(200, { 'content-type': 'text/event-stream' }); response.write(':\\n\\n'); open.add(response)
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

async function startBare() {
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid!, stop: () => void child.kill() }
}

const residentOf = async (pid: number) => {
  const { readFile } = await import('node:fs/promises')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * KB
}

/** A bare socket: 2,000 parsing readers would take longer than the server. */
async function listen(base: string, token: string, heard: (at: number) => void) {
  const { hostname, port, host } = new URL(base)
  const socket = connect(Number(port), hostname)
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (chunk.includes('"kind":"alarm"')) heard(performance.now())
  })
  socket.write(`GET ${STREAM_PATH} HTTP/1.1\r\nhost: ${host}\r\nx-auth-token: ${token}\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  if (!first.includes(' 200 ')) throw new Error(`a stream was answered ${first.toString()}`)
  return { bytes: () => bytes, close: () => void socket.destroy() }
}

/** Idle, then between the first and the last to hear of an event. */
async function measure(
  pid: number,
  openOne: (heard: (at: number) => void) => ReturnType<typeof listen>,
  cause: (n: number) => Promise<unknown>,
) {
  let heard = new Map<number, number>()
  const shareOver = async (ms: number) => {
    const from = processorSeconds(pid)
    await later(ms)
    return ((processorSeconds(pid) - from) * 1000) / ms
  }
  const alone = await shareOver(IDLE_MS)
  const before = await residentOf(pid)
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let n = 0; n < STREAMS; n += 1) streams.push(await openOne((at) => void (heard.has(n) || heard.set(n, at))))
  await later(3_000)
  const each = ((await residentOf(pid)) - before) / STREAMS
  const bytes = streams.reduce((sum, stream) => sum + stream.bytes(), 0)
  const idle = (await shareOver(IDLE_MS)) - alone
  const idleBytes =
    ((streams.reduce((sum, stream) => sum + stream.bytes(), 0) - bytes) / STREAMS) * (3_600_000 / IDLE_MS)
  const spans: number[] = []
  let missing = 0
  for (let n = 0; n < EVENTS; n += 1) {
    heard = new Map()
    await cause(n)
    await later(3_000)
    missing += STREAMS - heard.size
    spans.push(Math.max(...heard.values()) - Math.min(...heard.values()))
  }
  for (const stream of streams) stream.close()
  return { each, alone, idle, idleBytes, missing, span: spans.toSorted((a, b) => a - b)[EVENTS >> 1] ?? 0 }
}

/** A city just made is evaluated at first. */
async function untilQuiet(db: Db): Promise<void> {
  const isQuiet = async () =>
    (await db.execute(sql`select 1 from change where at > clock_timestamp() - interval '30 seconds' limit 1`)).rows
      .length === 0
  for (let waited = 0; waited < 300 && !(await isQuiet()); waited += 5) await later(5_000)
}

export async function benchStreams(): Promise<boolean> {
  const bare = await startBare()
  const reference = await measure(
    bare.pid,
    (heard) => listen(bare.url, 'none', heard),
    () => fetch(`${bare.url}/now`),
  )
  bare.stop()
  const postgres = await startPostgresServer()
  const { opened, db, places } = await openAlarmCity(postgres.url, 50)
  const server = await BuiltServer.start(postgres.url, { SEED: 'none', STREAMS_AT_ONCE: String(20 * STREAMS) })
  try {
    const [officer] = (await peopleOf(db)).filter(({ role }) => role === 'government')
    const token = await signedIn(db, officer!.account, new Date())
    await untilQuiet(db)
    const ours = await measure(
      server.pid!,
      (heard) => listen(server.url, token, heard),
      (n) => reportFire(server.url, places[n]!, n),
    )
    const where = `${STREAMS} streams of one process`
    const bareOf = (value: number) => ({ name: 'bare node:http', value })
    tell({ name: 'memory of a stream', where, value: ours.each / KB, unit: '', goal: '≤ 60' })
    tell({ name: 'memory of a stream of bare node:http, KB', where, value: reference.each / KB, unit: '' })
    tell({ name: 'the process without streams, share of a core', where, value: ours.alone, unit: '' })
    tell({ name: 'idle, share of a core', where, value: ours.idle, unit: '', goal: '≤ 0.02' })
    const span = { where, value: ours.span, unit: 'ms' } as const
    tell({ ...span, name: 'first to last stream of one event, median', goal: '≤ 60' })
    tell({ ...span, name: 'the same', reference: bareOf(reference.span), goal: '≤ 1.5' })
    tell({ name: 'bytes of an idle stream in an hour', where, value: ours.idleBytes, unit: 'bytes', goal: '≤ 30720' })
    tell({ name: 'frames missing', where, value: ours.missing, unit: '', goal: '≤ 0' })
    return ours.missing === 0
  } finally {
    await server.remove()
    await opened.close()
    await postgres.stop()
  }
}
