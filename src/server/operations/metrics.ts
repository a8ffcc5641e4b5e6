import { setTimeout as later } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { FAULT_KINDS } from '#contract/fault.rules.ts'
import { MEASURE_SCALES, STREAM_MODES } from '#contract/visit.rules.ts'
import type { Metrics } from '../platform/deps.ts'
import { VERSION } from '../platform/version.ts'
import { CHANNELS, STEP_OUTCOMES } from '../schema/delivery.table.ts'
import type { AlertFigures } from './alert-figures.ts'

/** 0.2 and 0.4 are goals. */
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1, 3, 10, 25]
const FIGURES_MS = 2_000

export interface MetricSources {
  readonly pool: () => { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  readonly hasRoom: () => boolean
  readonly isDraining: () => boolean
  /** The figures keep their last values. */
  readonly alerts?: () => Promise<AlertFigures>
}

/** A label per code would multiply the series. */
const classOf = (code: number) => `${Math.floor(code / 100)}xx`

function callMetrics(registers: Registry[]): Pick<Metrics, 'called' | 'inFlight' | 'refused'> {
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
  return {
    called: (call, code, took) => seconds.observe({ call, status: classOf(code) }, took),
    inFlight: (by) => inFlight.inc(by),
    refused: () => refused.inc(),
  }
}

function writeMetrics(registers: Registry[]): Pick<Metrics, 'ingested' | 'keyed'> {
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
  return {
    ingested(kind, { accepted, duplicate, quarantined, refused: denied }) {
      for (const [result, count] of Object.entries({ accepted, duplicate, quarantined, refused: denied }))
        if (count > 0) items.inc({ kind, result }, count)
    },
    keyed: (result) => keyed.inc({ result }),
  }
}

function deviceMetrics(
  registers: Registry[],
): Pick<
  Metrics,
  'deviceConnections' | 'deviceRefused' | 'frameAnswered' | 'deviceCommanded' | 'mqttMessage' | 'mqttConnected'
> {
  const connections = new Gauge({
    name: 'fire_gateway_connections',
    help: 'Transmission devices connected.',
    registers,
  })
  const refused = new Counter({
    name: 'fire_gateway_refused_total',
    help: 'Connections refused, by reason: too many in all, of an address, or of a device (the oldest is closed).',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of ['full', 'address', 'device']) refused.inc({ reason }, 0)
  const frames = new Counter({
    name: 'fire_gateway_frames_total',
    help: 'GB/T 26875.3 frames, by how they were answered.',
    labelNames: ['result'],
    registers,
  })
  const commands = new Counter({
    name: 'fire_gateway_commands_total',
    help: 'Commands sent to transmission devices, by kind and result after all tries; closed: the connection ended.',
    labelNames: ['command', 'result'],
    registers,
  })
  const messages = new Counter({
    name: 'fire_mqtt_messages_total',
    help: 'MQTT messages, by how they were answered; failed: delivered again.',
    labelNames: ['result'],
    registers,
  })
  const mqttConnected = new Gauge({
    name: 'fire_mqtt_connected',
    help: '1 while the broker of MQTT_URL is connected.',
    labelNames: ['broker'],
    registers,
  })
  return {
    deviceConnections: (by) => connections.inc(by),
    deviceRefused: (reason) => refused.inc({ reason }),
    frameAnswered: (result) => frames.inc({ result }),
    deviceCommanded: (command, result) => commands.inc({ command, result }),
    mqttMessage: (result) => messages.inc({ result }),
    mqttConnected: (isConnected) => mqttConnected.set({ broker: 'own' }, isConnected ? 1 : 0),
  }
}

function signInMetrics(registers: Registry[]): Pick<Metrics, 'signedIn' | 'codeSent'> {
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
  // `increase()` would miss the first failure.
  for (const result of ['sent', 'failed']) codes.inc({ result }, 0)
  return {
    signedIn: (way, result) => signIns.inc({ way, result }),
    codeSent: (result) => codes.inc({ result }),
  }
}

function alarmMetrics(registers: Registry[]): Pick<Metrics, 'stepDone' | 'deliveryTried'> {
  const steps = new Counter({
    name: 'fire_alarm_steps_total',
    help: 'Escalation steps done, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of STEP_OUTCOMES) steps.inc({ outcome }, 0)
  const deliveries = new Counter({
    name: 'fire_deliveries_total',
    help: 'Tries to send messages about alarms, by channel and result.',
    labelNames: ['channel', 'result'],
    registers,
  })
  for (const channel of CHANNELS)
    for (const result of ['accepted', 'retried', 'failed', 'suppressed']) deliveries.inc({ channel, result }, 0)
  return {
    stepDone: (outcome) => steps.inc({ outcome }),
    deliveryTried: (channel, result) => deliveries.inc({ channel, result }),
  }
}

function alertGauges(registers: Registry[], read: () => Promise<AlertFigures>): void {
  let reading: Promise<AlertFigures | null> | null = null
  const figures = () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => (reading = null))
    return Promise.race([reading, later(FIGURES_MS, null, { ref: false })])
  }
  const gauge = (name: string, help: string, value: (of: AlertFigures) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await figures()
        if (found) this.set(value(found))
      },
    })
  const perChannel = (name: string, help: string, value: (of: AlertFigures['unsent'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['channel'],
      registers,
      async collect() {
        const found = await figures()
        for (const channel of found ? CHANNELS : []) {
          const own = found?.unsent.find((one) => one.channel === channel)
          this.set({ channel }, own ? value(own) : 0)
        }
      },
    })
  gauge('fire_alarm_steps_due', 'Escalation steps that are due.', ({ stepsDue }) => stepsDue)
  gauge(
    'fire_alarm_steps_overdue',
    'Escalation steps that have been due for more than five seconds.',
    ({ stepsOverdue }) => stepsOverdue,
  )
  perChannel('fire_deliveries_unsent', 'Messages about alarms not yet accepted, by channel.', ({ count }) => count)
  perChannel('fire_delivery_oldest_seconds', 'Age of the oldest of them.', ({ oldestSec }) => oldestSec)
}

function streamMetrics(registers: Registry[]): Pick<Metrics, 'streams' | 'feedRead' | 'changeSent'> {
  const streams = new Gauge({ name: 'fire_streams', help: 'Open streams.', registers })
  const feedReads = new Counter({
    name: 'fire_feed_reads_total',
    help: 'Reads of the change feed, by result.',
    labelNames: ['result'],
    registers,
  })
  const changeSeconds = new Histogram({
    name: 'fire_change_delivery_seconds',
    help: 'Seconds from recording a change to sending it on the streams.',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  })
  return {
    streams: (by) => streams.inc(by),
    feedRead: (result) => feedReads.inc({ result }),
    changeSent: (took) => changeSeconds.observe(took),
  }
}

function stateMetrics(registers: Registry[]): Pick<Metrics, 'clockDifference' | 'selfTest' | 'filesOwned'> {
  const clock = new Gauge({
    name: 'fire_clock_difference_seconds',
    help: 'How far the process clock is ahead of the database clock.',
    registers,
  })
  const selfTestDue = new Gauge({
    name: 'fire_self_test_due_timestamp_seconds',
    help: 'When the next self-test of the alarm messages must have passed; 0: none is set up.',
    registers,
  })
  const selfTestSeconds = new Gauge({
    name: 'fire_self_test_seconds',
    help: 'Seconds from the last self-test report to the acceptance of its message.',
    registers,
  })
  const filesOwned = new Gauge({
    name: 'fire_files_owned',
    help: '0: the file store is another installation’s, and nothing is removed there; absent: not known yet.',
    registers,
  })
  filesOwned.remove()
  return {
    clockDifference: (ahead) => clock.set(ahead),
    selfTest(dueAt, took) {
      selfTestDue.set(dueAt.getTime() / 1000)
      selfTestSeconds.set(took)
    },
    filesOwned: (isOwn) => filesOwned.set(Number(isOwn)),
  }
}

function visitMetrics(registers: Registry[]): Pick<Metrics, 'clientFault' | 'visited'> {
  const clientFaults = new Counter({
    name: 'fire_client_faults_total',
    help: 'Faults of the client, as browsers reported them, by kind.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of FAULT_KINDS) clientFaults.inc({ kind }, 0)
  const visitSeconds = new Histogram({
    name: 'fire_visit_seconds',
    help: 'Measured visits: largest paint (lcp), slowest response (inp), first figure of the home (figure).',
    labelNames: ['measure', 'device'],
    buckets: [0.1, 0.2, 0.5, 1, 1.5, 2.5, 4, 10],
    registers,
  })
  const visitShift = new Histogram({
    name: 'fire_visit_layout_shift',
    help: 'Measured visits: layout shift (CLS).',
    labelNames: ['device'],
    buckets: [...MEASURE_SCALES.shift.bounds],
    registers,
  })
  const visitUnsent = new Histogram({
    name: 'fire_visit_unsent_seconds',
    help: 'Measured visits: age of the oldest unsent write at the end; 0: none.',
    buckets: [...MEASURE_SCALES.unsent.bounds],
    registers,
  })
  const visitStreams = new Counter({
    name: 'fire_visits_total',
    help: 'Measured visits, by state of the stream at the end.',
    labelNames: ['stream'],
    registers,
  })
  for (const stream of STREAM_MODES) visitStreams.inc({ stream }, 0)
  return {
    clientFault: (kind, count) => clientFaults.inc({ kind }, count),
    visited({ device, stream, shift, unsent, ...visit }) {
      for (const measure of ['lcp', 'inp', 'figure'] as const) {
        const ms = visit[measure]
        if (ms !== undefined) visitSeconds.observe({ measure, device }, ms / 1000)
      }
      if (shift !== undefined) visitShift.observe({ device }, shift)
      visitUnsent.observe(unsent)
      visitStreams.inc({ stream })
    },
  }
}

function jobMetrics(registers: Registry[]): Pick<Metrics, 'jobEnded' | 'jobLastDone'> {
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
  return {
    jobEnded(job, result, took) {
      jobs.turns.inc({ task: job, result })
      jobs.seconds.set({ task: job }, took)
    },
    jobLastDone: (job, at) => jobs.success.set({ task: job }, at.getTime() / 1000),
  }
}

function lookGauges(registers: Registry[], { pool, hasRoom, isDraining }: MetricSources): void {
  const gauge = (name: string, help: string, look: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(look())
      },
    })
  gauge('fire_database_connections', 'Open connections to the database.', () => pool().totalCount)
  gauge('fire_database_connections_idle', 'Of those, idle.', () => pool().idleCount)
  gauge('fire_database_waiting', 'Calls that wait for a connection.', () => pool().waitingCount)
  gauge('fire_disk_has_room', '0: writes are refused for want of disk.', () => Number(hasRoom()))
  gauge('fire_leaving', '1: the process is about to stop.', () => Number(isDraining()))
}

/** Labels have few values, never accounts, buildings or IPs. */
export function createMetrics(looks: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = callMetrics(registers)
  const writes = writeMetrics(registers)
  const devices = deviceMetrics(registers)
  const signIns = signInMetrics(registers)
  const alarms = alarmMetrics(registers)
  if (looks.alerts) alertGauges(registers, looks.alerts)
  const streams = streamMetrics(registers)
  const states = stateMetrics(registers)
  const visits = visitMetrics(registers)
  new Gauge({
    name: 'fire_build_info',
    help: '1, with the version of the build.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1)
  const jobs = jobMetrics(registers)
  lookGauges(registers, looks)
  return {
    ...calls,
    ...writes,
    ...devices,
    ...signIns,
    ...alarms,
    ...streams,
    ...states,
    ...visits,
    ...jobs,
    text: () => registry.metrics(),
  }
}
