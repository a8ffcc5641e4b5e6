import type { EventItem } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import { findPoints, type KnownPoint, nameOf } from './find-points.ts'
import { apiOfEvent, judgeTime, monthsOf } from './ingest.rules.ts'
import {
  type AsideRow,
  type EventRow,
  type HandlingRow,
  insertEnds,
  insertEvents,
  notePointsSpoke,
  rowKey,
  setAside,
  updateHandling,
} from './write-items.ts'
import { ACCEPTED, DUPLICATE, EXPIRED, FUTURE, NOT_THERE, refused, type Verdict } from './outcome.ts'
import type { NewEvent } from './finish-batch.ts'
import { type Arrival, arrivedOf, type Taken } from './take-readings.ts'

/** What a batch of events comes down to: each event and end once, the last word about each handling. */
interface Sorted {
  readonly begins: Map<string, EventRow>
  readonly ends: Map<string, EventRow>
  readonly handlings: Map<string, HandlingRow>
  readonly aside: AsideRow[]
}

/** Takes events that began, ended or were handled, in the caller's transaction; each item's verdict in their order. */
export async function takeEvents(tx: Db, arrival: Arrival, items: readonly EventItem[]): Promise<Taken> {
  const { providerId, now } = arrival
  const fine = items.filter(({ time }) => judgeTime(time, now, arrival.retentionMonths) === 'fine')
  const timesOf = (phase: EventItem['phase']) =>
    monthsOf(fine.filter((item) => item.phase === phase).map(({ time }) => time))
  const points = await findPoints(tx, providerId, items, {
    device_event: timesOf('begin'),
    device_event_end: timesOf('end'),
  })
  const sorted: Sorted = { begins: new Map(), ends: new Map(), handlings: new Map(), aside: [] }
  const seen = new Set<string>()
  const verdicts = items.map((item) => sort(item, points.get(nameOf(item)), arrival, sorted, seen))
  const { begins, ends, handlings, aside } = sorted
  const rows = [...begins.values(), ...ends.values()]
  const fresh = begins.size > 0 ? await insertEvents(tx, [...begins.values()], now) : new Map<string, number>()
  const handled = handlings.size > 0 ? await updateHandling(tx, [...handlings.values()]) : new Set<string>()
  const ended = ends.size > 0 ? await insertEnds(tx, [...ends.values()], now) : new Set<string>()
  if (rows.length > 0) await notePointsSpoke(tx, rows, now)
  if (aside.length > 0) await setAside(tx, providerId, aside, now)
  return {
    verdicts: verdicts.map((said) => {
      if (typeof said !== 'string') return said
      const [phase = '', key = ''] = said.split(' ')
      const isNew = phase === 'end' ? ended.has(key) : fresh.has(key) || (phase === 'handled' && handled.has(key))
      return isNew ? ACCEPTED : DUPLICATE
    }),
    arrived: arrivedOf(rows),
    begun: [...fresh].flatMap(([key, eventId]) => {
      const row = begins.get(key)
      return row ? [begunOf(row, eventId)] : []
    }),
    handled: { providerId, reports: [...handlings.values()] },
  }
}

const begunOf = ({ point, pointId, apiId, kind, at }: EventRow, eventId: number): NewEvent => ({
  eventId,
  buildingId: point.buildingId,
  pointId,
  source: null,
  kind,
  apiId,
  occurredAt: at,
  timeMark: null,
  unregistered: false,
})

/** Puts an item where it belongs; answers its verdict, or the key its verdict hangs on. */
function sort(
  item: EventItem,
  point: KnownPoint | undefined,
  { now, retentionMonths }: Arrival,
  { begins, ends, handlings, aside }: Sorted,
  seen: Set<string>,
): Verdict | string {
  if (!point) return NOT_THERE
  const judged = judgeTime(item.time, now, retentionMonths)
  if (judged === 'expired') return EXPIRED
  if (judged === 'future') {
    aside.push(futureOf(item, point.buildingId))
    return FUTURE
  }
  const { state, handledTime } = item
  if (item.phase === 'end' && state !== undefined) return refused('处理状态应随 phase 为 begin 的记录上报')
  if (state && !handledTime) return refused('填写处理状态时须填写处理时间')
  if (handledTime && judgeTime(handledTime, now, retentionMonths) !== 'fine') return refused('处理时间有误')
  const key = rowKey(point.id, item.time, item.kind, item.sequence)
  const apiId = apiOfEvent(point, item.kind)
  const row = { point, pointId: point.id, apiId, kind: item.kind, at: item.time, sequence: item.sequence }
  const into = item.phase === 'end' ? ends : begins
  if (!into.has(key)) into.set(key, row)
  if (state && handledTime) keepLater(handlings, key, row, item, state, handledTime)
  const way = state ? 'handled' : item.phase
  // The same item twice in one batch: the second is the duplicate.
  const once = `${way} ${key} ${handledTime?.getTime() ?? ''} ${state ?? ''}`
  if (seen.has(once)) return DUPLICATE
  seen.add(once)
  return `${way} ${key}`
}

function keepLater(
  handlings: Map<string, HandlingRow>,
  key: string,
  row: EventRow,
  { handledBy, handledPhone }: EventItem,
  state: number,
  handledAt: Date,
): void {
  const other = handlings.get(key)
  const order = other ? handledAt.getTime() - other.handledAt.getTime() || state - other.state : 1
  if (order <= 0) return
  handlings.set(key, { ...row, state, handledAt, handledBy: handledBy ?? null, handledPhone: handledPhone ?? null })
}

const futureOf = (item: EventItem, buildingId: number): AsideRow => ({
  buildingId,
  pointNumber: item.pointNumber,
  reason: 'future',
  itemKind: `${item.kind} ${item.phase}`,
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
