import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { type EventKind, ingest, type Outcome } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { markOverdue } from '#server/devices/mark-overdue.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { createTestApi, type TestApi } from './api-context.ts'
import { type Event, ITEM_TYPES, type PointFacts } from './day-score.ts'
import { programOf } from './provider-program.ts'
import { withRollback } from './with-rollback.ts'

const MINUTE = 60_000

/** `which` selects a point. */
export type Step =
  | { readonly does: 'register'; readonly apiId: number }
  | {
      readonly does: 'reading'
      readonly which: number
      readonly late: number
      readonly measures: Record<string, number>
    }
  | { readonly does: 'heartbeat'; readonly which: number }
  | { readonly does: 'event'; readonly which: number; readonly late: number; readonly kind: EventKind }
  | { readonly does: 'end'; readonly which: number; readonly late: number; readonly kind: EventKind }
  | { readonly does: 'handle'; readonly which: number }
  | { readonly does: 'height'; readonly height: number }
  | { readonly does: 'rename'; readonly which: number }
  | { readonly does: 'retype'; readonly which: number; readonly apiId: number }
  | { readonly does: 'time'; readonly minutes: number }

const which = fc.nat(99)
const late = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
)
const kind = fc.constantFrom<EventKind>('fire', 'fault', 'shield', 'action')
const apiId = fc.constantFrom(...Object.keys(ITEM_TYPES).map(Number))
/** As providers must send it. */
const complete = fc.record({
  pressure: fc.constantFrom(0.02, 0.08, 0.12, 0.4, 0.4, 0.95),
  level: fc.constantFrom(0.5, 2.1, 2.1),
  alarmStatus: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  manualAutomaticState: fc.constantFrom(0, 0, 1),
  powerState: fc.constantFrom(0, 0, 1),
  faultStatus: fc.constant(0),
  temperature: fc.constant(30),
})
/** Interval, limits, days, a week, a month. */
const minutes = fc.constantFrom(1, 9, 25, 31, 31, 61, 130, 700, 1500, 4 * 1440, 8 * 1440, 31 * 1440)

export const steps = {
  register: fc.record({ does: fc.constant('register' as const), apiId }),
  reading: fc.record({ does: fc.constant('reading' as const), which, late, measures: complete }),
  /** Or of another item type. */
  partial: fc.record({
    does: fc.constant('reading' as const),
    which,
    late,
    measures: fc.record(
      {
        pressure: fc.constantFrom(0.02, 0.4),
        manualAutomaticState: fc.constantFrom(0, 1),
        faultStatus: fc.constant(0),
        power: fc.constant(80),
      },
      { requiredKeys: [] },
    ),
  }),
  heartbeat: fc.record({ does: fc.constant('heartbeat' as const), which }),
  event: fc.record({ does: fc.constant('event' as const), which, late, kind }),
  end: fc.record({ does: fc.constant('end' as const), which, late, kind }),
  handle: fc.record({ does: fc.constant('handle' as const), which }),
  height: fc.record({ does: fc.constant('height' as const), height: fc.constantFrom(20, 80, 150) }),
  rename: fc.record({ does: fc.constant('rename' as const), which }),
  retype: fc.record({ does: fc.constant('retype' as const), which, apiId }),
  time: fc.record({ does: fc.constant('time' as const), minutes }),
}

interface Facts {
  readonly pointNumber: string
  deviceNo: string
  apiId: number
  registeredAt: number
  readings: PointFacts['readings'][number][]
  events: (Event & { sequence: number })[]
  ends: PointFacts['ends'][number][]
}

/** An evaluation covers one building. */
export async function keepAccountsOnly({ db }: TestApi): Promise<void> {
  for (const table of [
    'message_receiver',
    'approval',
    'device_event',
    'device_event_end',
    'reading',
    'problem',
    'building',
  ])
    await db.execute(sql`delete from ${sql.identifier(table)}`)
}

/** Through the API only. */
export async function historyBuilding(t: TestApi) {
  const { rows } = await t.db.execute<{ id: string }>(sql`
    insert into building (provider_id, name, complex_name, province_no, city_no, county, street_no, height, open_project_id, app_key, created_at, modified_at)
    values (${FIRST_PROVIDER_ID}, '测试楼', '测试楼', '31', '3101', '310106', '310106001', 30, 'op-history', 'k', ${t.clock.now().toISOString()}, ${t.clock.now().toISOString()})
    returning id`)
  const buildingId = Number(rows[0]!.id)
  await t.db.execute(sql`
    insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
    select ${buildingId}, unit_id, 'bound', ${t.clock.now().toISOString()}, ${t.clock.now().toISOString()} from account where account = 'unit01'`)
  const program = programOf(t, FIRST_PROVIDER_ID)
  const facts: Facts[] = []
  let sequence = 0
  const at = (lateMinutes: number) => Math.floor((t.clock.now().getTime() - lateMinutes * MINUTE) / 1000) * 1000
  const about = (one: Facts, time: number) => ({
    projectId: 'op-history',
    pointNumber: one.pointNumber,
    time: toWireTime(new Date(time)),
    sequence,
  })
  async function outcome(sent: ReturnType<typeof program.call>): Promise<Outcome> {
    const { code, data, message } = await sent
    if (code !== 200) throw new Error(`refused: ${message}`)
    return data as unknown as Outcome
  }
  const register = (one: Facts) =>
    outcome(
      program.call(ingest.registerPoints, {
        items: [
          {
            projectId: 'op-history',
            pointNumber: one.pointNumber,
            deviceNo: one.deviceNo,
            deviceName: `设备${one.deviceNo}`,
            deviceType: 1,
            apiId: one.apiId,
          },
        ],
      }),
    )

  async function take(step: Step): Promise<void> {
    // Separate seconds, so that receipt times are unique.
    t.clock.pass(1000)
    sequence += 1
    if (step.does === 'time') {
      t.clock.pass(step.minutes * MINUTE)
      return evaluate()
    }
    if (step.does === 'height') {
      await t.db.execute(
        sql`update building set height = ${step.height}, modified_at = ${t.clock.now().toISOString()} where id = ${buildingId}`,
      )
      return
    }
    if (step.does === 'register') {
      const one: Facts = {
        pointNumber: `p${facts.length}`,
        deviceNo: `d${facts.length}`,
        apiId: step.apiId,
        registeredAt: t.clock.now().getTime(),
        readings: [],
        events: [],
        ends: [],
      }
      facts.push(one)
      await register(one)
      return
    }
    const one = facts[step.which % Math.max(1, facts.length)]
    if (!one) return
    await happen(step, one)
  }

  async function happen(step: Exclude<Step, { does: 'time' | 'height' | 'register' }>, one: Facts): Promise<void> {
    if (step.does === 'reading' || step.does === 'heartbeat') {
      const time = at(step.does === 'reading' ? step.late : 0)
      const measures = step.does === 'reading' ? step.measures : {}
      const { accepted } = await outcome(program.call(ingest.readings, { items: [{ ...about(one, time), measures }] }))
      if (accepted === 1) one.readings.push({ at: time, sequence, measures })
    } else if (step.does === 'event') {
      const time = at(step.late)
      await outcome(program.call(ingest.events, { items: [{ ...about(one, time), kind: step.kind, phase: 'begin' }] }))
      one.events.push({ kind: step.kind, at: time, isHandled: false, sequence })
    } else if (step.does === 'end') {
      const time = at(step.late)
      await outcome(program.call(ingest.events, { items: [{ ...about(one, time), kind: step.kind, phase: 'end' }] }))
      one.ends.push({ kind: step.kind, at: time })
    } else if (step.does === 'handle') {
      const open = one.events.find(({ isHandled }) => !isHandled)
      if (!open) return
      const handledTime = toWireTime(t.clock.now())
      const item = {
        ...about(one, open.at),
        sequence: open.sequence,
        kind: open.kind,
        phase: 'begin' as const,
        state: 1,
        handledTime,
      }
      await outcome(program.call(ingest.events, { items: [item] }))
      one.events = one.events.map((event) => (event === open ? { ...event, isHandled: true } : event))
    } else if (step.does === 'rename') {
      one.deviceNo += 'x'
      await register(one)
    } else {
      const { accepted } = await register({ ...one, apiId: step.apiId })
      if (accepted === 1 && step.apiId !== one.apiId) retyped(one, step.apiId)
    }
  }

  /** Unless it never gave a valid report. */
  function retyped(one: Facts, apiId: number): void {
    const [, , measures] = ITEM_TYPES[one.apiId]!
    const isValid = (reading: Facts['readings'][number]) =>
      measures.length === 0 || measures.some((name) => reading.measures[name] !== undefined)
    const reported = one.readings.some(isValid) || (measures.length === 0 && one.events.length + one.ends.length > 0)
    if (reported) one.registeredAt = t.clock.now().getTime()
    one.apiId = apiId
  }

  async function evaluate(): Promise<void> {
    // After a week without use.
    const now = t.clock.now().toISOString()
    await t.db.execute(sql`update session set created_at = ${now}, last_seen_at = ${now}`)
    await markOverdue(t.deps)
    await reEvaluateDue(t.db, t.clock.now())
  }

  return { buildingId, facts, take, evaluate }
}

export type HistoryBuilding = Awaited<ReturnType<typeof historyBuilding>>

export const undone = <T>(t: TestApi, work: (t: TestApi) => Promise<T>): Promise<T> =>
  withRollback(t.db, async (db) => work(await createTestApi(db)))
