import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../deps.ts'
import { VERSION } from '../version.ts'

/** Seconds; the goals (0.2 and 0.4) and the limits of a call (25, 30) are bounds. */
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1, 3, 10, 25]

/** What is looked at when somebody asks, instead of being counted as it happens. */
export interface Looks {
  /** Connections to the database: open, idle, and how many calls wait for one. */
  readonly pool: () => { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  readonly hasRoom: () => boolean
  readonly isLeaving: () => boolean
}

/** 200 → 2xx: a label of every code would multiply the rows that are kept. */
const classOf = (code: number) => `${Math.floor(code / 100)}xx`

function lookGauge(registers: Registry[], name: string, help: string, look: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(look())
    },
  })
}

/**
 * Counts what the process does, for Prometheus. Labels name calls, jobs and results, which are few and known; never an
 * account, a building or an address.
 */
export function createMetrics(looks: Looks): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const seconds = new Histogram({
    name: 'fire_call_duration_seconds',
    help: 'How long calls took, by name and class of the envelope code.',
    labelNames: ['call', 'status'],
    buckets: CALL_SECONDS,
    registers,
  })
  const inFlight = new Gauge({ name: 'fire_calls_in_flight', help: 'Calls being answered now.', registers })
  const refused = new Counter({
    name: 'fire_calls_refused_total',
    help: 'Calls refused at the door because too many were being answered.',
    registers,
  })
  const items = new Counter({
    name: 'fire_ingest_items_total',
    help: 'Items that equipment and providers reported, by what became of them.',
    labelNames: ['kind', 'result'],
    registers,
  })
  const keyed = new Counter({
    name: 'fire_idempotent_writes_total',
    help: 'Writes that came under a key: made, or answered again without being made.',
    labelNames: ['result'],
    registers,
  })
  const connections = new Gauge({
    name: 'fire_gateway_connections',
    help: 'Transmission devices connected.',
    registers,
  })
  const frames = new Counter({
    name: 'fire_gateway_frames_total',
    help: 'GB/T 26875.3 frames, by how they were answered.',
    labelNames: ['result'],
    registers,
  })
  const signIns = new Counter({
    name: 'fire_sign_ins_total',
    help: 'Proofs of identity, by kind and result; refused: too many had failed, nothing was compared.',
    labelNames: ['way', 'result'],
    registers,
  })
  for (const way of ['password', 'sms', 'ticket', 'recovery', 'again'])
    for (const result of ['ok', 'failed', 'refused']) signIns.inc({ way, result }, 0)
  const codes = new Counter({
    name: 'fire_sms_codes_total',
    help: 'Codes handed to whoever sends them to phones, by whether they were taken.',
    labelNames: ['result'],
    registers,
  })
  const clock = new Gauge({
    name: 'fire_clock_difference_seconds',
    help: 'How far the process clock is ahead of the database clock.',
    registers,
  })
  const filesOwned = new Gauge({
    name: 'fire_files_owned',
    help: '0: the file store is another installation’s, and nothing is removed there.',
    registers,
  })
  new Gauge({
    name: 'fire_build_info',
    help: '1, with the version of the build.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1)
  // From nothing: of a row that begins with its first failure, Prometheus would not see that one.
  for (const result of ['sent', 'failed']) codes.inc({ result }, 0)
  const jobs = {
    success: new Gauge({
      name: 'fire_job_last_success_timestamp_seconds',
      help: 'When a turn of a job last ended well, in whichever process.',
      labelNames: ['task'],
      registers,
    }),
    seconds: new Gauge({
      name: 'fire_job_last_duration_seconds',
      help: 'How long the last turn took.',
      labelNames: ['task'],
      registers,
    }),
    turns: new Counter({
      name: 'fire_job_turns_total',
      help: 'Turns of jobs this process took, by result.',
      labelNames: ['task', 'result'],
      registers,
    }),
  }
  lookGauge(registers, 'fire_database_connections', 'Open connections to the database.', () => looks.pool().totalCount)
  lookGauge(registers, 'fire_database_connections_idle', 'Of those, idle.', () => looks.pool().idleCount)
  lookGauge(registers, 'fire_database_waiting', 'Calls that wait for a connection.', () => looks.pool().waitingCount)
  lookGauge(registers, 'fire_disk_has_room', '0: writes are refused for want of disk.', () => Number(looks.hasRoom()))
  lookGauge(registers, 'fire_leaving', '1: the process is about to stop.', () => Number(looks.isLeaving()))

  return {
    called: (call, code, took) => seconds.observe({ call, status: classOf(code) }, took),
    inFlight: (by) => inFlight.inc(by),
    refused: () => refused.inc(),
    ingested(kind, { accepted, duplicate, quarantined, refused: denied }) {
      for (const [result, count] of Object.entries({ accepted, duplicate, quarantined, refused: denied }))
        if (count > 0) items.inc({ kind, result }, count)
    },
    keyed: (result) => keyed.inc({ result }),
    jobEnded(job, result, took) {
      jobs.turns.inc({ task: job, result })
      jobs.seconds.set({ task: job }, took)
    },
    jobLastDone: (job, at) => jobs.success.set({ task: job }, at.getTime() / 1000),
    deviceConnections: (by) => connections.inc(by),
    frameAnswered: (result) => frames.inc({ result }),
    signedIn: (way, result) => signIns.inc({ way, result }),
    codeSent: (result) => codes.inc({ result }),
    clockDifference: (ahead) => clock.set(ahead),
    filesOwned: (isOwn) => filesOwned.set(Number(isOwn)),
    text: () => registry.metrics(),
  }
}
