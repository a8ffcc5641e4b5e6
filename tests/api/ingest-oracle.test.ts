// On both engines: many statements.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { AHEAD_MS, BATCH_MAX, ingest, type Outcome } from '#contract/ingest.ts'
import { fromWireTime } from '#contract/time.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { chanceOf, type EventItem, type Item, type ReadingItem, reportHistory } from '../support/report-history.ts'

/** ORACLE_SEEDS, ORACLE_ITEMS (full: 20, 100000); ORACLE_FIRST. */
const FIRST = Number(process.env.ORACLE_FIRST ?? 1)
const SEEDS = Number(process.env.ORACLE_SEEDS ?? 3)
const SIZE = Number(process.env.ORACLE_ITEMS ?? 1_500)
const TIMEOUT = 60_000 + SIZE * 60

const city = await openApi()
afterAll(() => city.close())

const seconds = (wire: string) => fromWireTime(wire).getTime() / 1000
const keyOf = ({ pointNumber, time, sequence }: ReadingItem | EventItem, kind = '') =>
  [pointNumber, seconds(time), kind, sequence].join('|')

interface Expected {
  readonly readings: Map<string, number>
  readonly begins: Map<string, number | null>
  readonly ends: Set<string>
  /** By the server's time, keyed by the device's. */
  readonly marked: Set<string>
  readonly aside: Set<string>
  /** Second and sequence; second of the newest report. */
  readonly latest: Map<string, [number, number]>
  readonly spoke: Map<string, number>
}

/** Sending takes minutes: future times become past. */
type Sent = Item & { readonly sentAt: Date }

type MarkedEnds = readonly { readonly number: string; readonly at: number }[]

/** From the items alone. */
function expectedOf(sent: readonly Sent[], markedEnds: MarkedEnds): Expected {
  const readings = new Map<string, number>()
  const begun = new Map<string, EventItem>()
  const ended = new Map<string, EventItem>()
  const aside = new Set<string>()
  const marked = new Set<string>()
  const latest = new Map<string, [number, number]>()
  const spoke = new Map<string, number>()
  for (const { call, item, sentAt } of sent) {
    const at = seconds(item.time)
    if (at * 1000 > sentAt.getTime() + AHEAD_MS) {
      if (call === 'events' && item.kind === 'fire') {
        marked.add(keyOf(item, item.phase))
        spoke.set(item.pointNumber, Math.max(sentAt.getTime() / 1000, spoke.get(item.pointNumber) ?? 0))
      } else aside.add(keyOf(item, call === 'events' ? `${item.kind} ${item.phase}` : 'reading'))
      continue
    }
    spoke.set(item.pointNumber, Math.max(at, spoke.get(item.pointNumber) ?? 0))
    if (call === 'events') {
      const into = item.phase === 'end' ? ended : begun
      into.set(keyOf(item, item.kind), item)
      continue
    }
    const key = keyOf(item)
    // The first to arrive.
    if (!readings.has(key)) readings.set(key, item.measures.pressure ?? -1)
    const sequence = Number(item.sequence)
    const [second, last] = latest.get(item.pointNumber) ?? [0, -1]
    if (at > second || (at === second && sequence > last)) latest.set(item.pointNumber, [at, sequence])
  }
  const endsOf = new Map<string, number[]>()
  for (const { number, at } of markedEnds) endsOf.set(`${number} fire`, [...(endsOf.get(`${number} fire`) ?? []), at])
  for (const { pointNumber, kind, time } of ended.values())
    endsOf.set(`${pointNumber} ${kind}`, [...(endsOf.get(`${pointNumber} ${kind}`) ?? []), seconds(time)])
  const endOf = ({ pointNumber, kind, time }: EventItem): number | null => {
    const after = (endsOf.get(`${pointNumber} ${kind}`) ?? []).filter((at) => at >= seconds(time))
    return after.length > 0 ? Math.min(...after) : null
  }
  return {
    readings,
    begins: new Map([...begun].map(([key, event]) => [key, endOf(event)])),
    ends: new Set(ended.keys()),
    marked,
    aside,
    latest,
    spoke,
  }
}

async function ownPoints(t: TestApi, count: number) {
  return t.db
    .select({ id: point.id, pointNumber: point.pointNumber, projectId: building.openProjectId })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(eq(building.providerId, FIRST_PROVIDER_ID), eq(building.accessStatus, 1)))
    .orderBy(asc(point.id))
    .limit(count)
}

const rowsOf = async <R>(t: TestApi, query: ReturnType<typeof sql>) => (await t.db.execute(query)).rows as R[]

test.each(Array.from({ length: SEEDS }, (_, nth) => FIRST + nth))(
  'seed %i: shuffled, duplicated, late and misdated items leave exactly the set of them, and the newest as latest',
  async (seed) => {
    await city.undone(async (t) => {
      const chosen = await ownPoints(t, 60)
      const points = chosen.filter(({ projectId }) => projectId === chosen[0]?.projectId)
      const ids = points.map(({ id }) => id)
      await t.db.execute(sql`delete from reading where point_id in ${ids}`)
      await t.db.execute(sql`delete from device_event where point_id in ${ids}`)
      await t.db.execute(sql`delete from problem where point_id in ${ids}`)
      await t.db.execute(sql`delete from trouble where point_id in ${ids}`)
      await t.db.update(point).set({ latest: {}, latestAt: null, reportedAt: null }).where(inArray(point.id, ids))
      const now = t.clock.now()
      const history = reportHistory(seed, SIZE, points, now)
      const { below } = chanceOf(seed + 1000)
      const told = { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 }
      const sent: Sent[] = []
      for (let from = 0; from < history.length;) {
        const part = history.slice(from, (from += 1 + below(BATCH_MAX)))
        for (const call of ['readings', 'events'] as const) {
          const batch = part.filter((one) => one.call === call)
          if (batch.length === 0) continue
          t.clock.pass(100)
          const sentAt = t.clock.now()
          sent.push(...batch.map((one) => ({ ...one, sentAt })))
          const items = batch.map(({ item }) => item) as never
          const { code, data } = await programOf(t, FIRST_PROVIDER_ID).call(ingest[call], { items })
          expect(code).toBe(200)
          for (const what of Object.keys(told) as (keyof typeof told)[]) told[what] += (data as Outcome)[what]
        }
      }
      // A problem at that time.
      t.clock.pass(AHEAD_MS)
      await reEvaluateDue(t.db, t.clock.now())
      t.clock.pass(now.getTime() - t.clock.now().getTime())
      const second = (column: string) => sql.raw(`extract(epoch from ${column})::bigint`)
      const number = sql`(select point_number from point where id = point_id)`
      const markedEnds = await rowsOf<{ number: string; at: number; key: string }>(
        t,
        sql`select ${number} as number, date_part('epoch', ended_at) as at,
          concat_ws('|', ${number}, ${second('device_time')}, 'end', sequence) as key
          from device_event_end where device_time is not null`,
      )
      const expected = expectedOf(sent, markedEnds)
      expect(told.accepted + told.duplicate + told.quarantined).toBe(history.length)
      expect(told.accepted).toBe(
        expected.readings.size + expected.begins.size + expected.ends.size + expected.marked.size,
      )
      const markedBegins = await rowsOf<{ key: string }>(
        t,
        sql`select concat_ws('|', ${number}, ${second('device_time')}, 'begin', sequence) as key
          from device_event where point_id in ${ids} and time_mark = 'ahead' and kind = 'fire'`,
      )
      const marked = [...markedBegins, ...markedEnds].map(({ key }) => key)
      expect(new Set(marked)).toEqual(expected.marked)
      expect(marked).toHaveLength(expected.marked.size)

      const readings = await rowsOf<{ key: string; pressure: number }>(
        t,
        sql`select concat_ws('|', ${number}, ${second('at')}, '', sequence) as key, (measures->>'pressure')::float8 as pressure
          from reading where point_id in ${ids}`,
      )
      expect(new Map(readings.map(({ key, pressure }) => [key, pressure]))).toEqual(expected.readings)
      expect(readings).toHaveLength(expected.readings.size)
      const events = await rowsOf<{ key: string; ended: number | null }>(
        t,
        sql`select concat_ws('|', ${number}, ${second('occurred_at')}, kind, sequence) as key, date_part('epoch', ended_at) as ended
          from device_event where point_id in ${ids} and time_mark is null`,
      )
      expect(new Map(events.map(({ key, ended }) => [key, ended]))).toEqual(expected.begins)
      expect(events).toHaveLength(expected.begins.size)
      const ends = await rowsOf<{ key: string }>(
        t,
        sql`select concat_ws('|', ${number}, ${second('ended_at')}, kind, sequence) as key
          from device_event_end where device_time is null`,
      )
      expect(new Set(ends.map(({ key }) => key))).toEqual(expected.ends)
      // Open problems are exactly the lasting faults; item 12 reports alarms.
      const problems = await rowsOf<{ point: string }>(
        t,
        sql`select point_id as point from problem
          where point_id in ${ids} and cause = 'fault' and solved_at is null order by point_id`,
      )
      const faults = await rowsOf<{ point: string }>(
        t,
        sql`select distinct point_id as point from device_event
          where point_id in ${ids} and kind = 'fault' and api_id <> 12 and ended_at is null order by 1`,
      )
      expect(problems).toEqual(faults)
      const aside = await rowsOf<{ key: string }>(
        t,
        sql`select concat_ws('|', point_number, ${second('occurred_at')}, item_kind, item->>'sequence') as key from quarantine`,
      )
      expect(new Set(aside.map(({ key }) => key))).toEqual(expected.aside)
      const states = await t.db.select().from(point).where(inArray(point.id, ids))
      for (const state of states) {
        const [at, sequence] = expected.latest.get(state.pointNumber) ?? [null, 0]
        expect([state.pointNumber, state.latestAt && state.latestAt.getTime() / 1000, state.latestSequence]).toEqual([
          state.pointNumber,
          at,
          sequence,
        ])
        expect(state.latest.pressure).toBe(expected.readings.get(`${state.pointNumber}|${at}||${sequence}`))
        const spoke = expected.spoke.get(state.pointNumber)
        expect(state.reportedAt && Math.floor(state.reportedAt.getTime() / 1000)).toBe(spoke ? Math.floor(spoke) : null)
      }
    })()
  },
  TIMEOUT,
)
