import type { ReadingItem } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import type { ArrivalOf } from '../understanding/follow-arrival.ts'
import { findPoints, type KnownPoint, nameOf } from './find-points.ts'
import { judgeTime, monthsOf } from './ingest.rules.ts'
import { type AsideRow, insertReadings, type ReadingRow, rowKey, setAside } from './write-items.ts'
import { ACCEPTED, DUPLICATE, EXPIRED, FUTURE, NOT_THERE, type Verdict } from './outcome.ts'

/** On whose behalf, and when by our clock. */
export interface Arrival {
  readonly providerId: number
  readonly now: Date
  readonly retentionMonths: number
}

/** What arrived, and of which points events did. */
export interface Taken {
  readonly verdicts: Verdict[]
  readonly arrived: Omit<ArrivalOf, 'now'>
}

/** The points and buildings that rows are about, each once, and the oldest of the rows. */
export function arrivedOf(rows: readonly { point: KnownPoint; at: Date }[]): Omit<ArrivalOf, 'now'> {
  const oldest = rows.reduce((min, { at }) => Math.min(min, at.getTime()), Infinity)
  return {
    pointIds: [...new Set(rows.map(({ point }) => point.id))],
    buildingIds: [...new Set(rows.map(({ point }) => point.buildingId))],
    ...(rows.length > 0 ? { earliest: new Date(oldest) } : {}),
  }
}

/** Takes readings and signs of life, in the caller's transaction; each item's verdict in their order. */
export async function takeReadings(tx: Db, arrival: Arrival, items: readonly ReadingItem[]): Promise<Taken> {
  const { providerId, now, retentionMonths } = arrival
  const judged = items.map(({ time }) => judgeTime(time, now, retentionMonths))
  const months = monthsOf(items.flatMap(({ time }, i) => (judged[i] === 'fine' ? [time] : [])))
  const points = await findPoints(tx, providerId, items, { reading: months })
  const rows = new Map<string, ReadingRow>()
  const aside: AsideRow[] = []
  const verdicts = items.map((item, i): Verdict | string => {
    const point = points.get(nameOf(item))
    if (!point) return NOT_THERE
    if (judged[i] === 'expired') return EXPIRED
    if (judged[i] === 'future') {
      aside.push(futureOf(item, point.buildingId))
      return FUTURE
    }
    const key = rowKey(point.id, item.time, item.sequence)
    const measures = Object.keys(item.measures).length > 0 ? item.measures : null
    if (rows.has(key)) return DUPLICATE
    rows.set(key, { point, pointId: point.id, at: item.time, sequence: item.sequence, measures })
    // A sign of life leaves no row behind that could tell it came twice.
    return measures ? key : ACCEPTED
  })
  const fresh = rows.size > 0 ? await insertReadings(tx, [...rows.values()], now) : new Set<string>()
  if (aside.length > 0) await setAside(tx, providerId, aside, now)
  return {
    verdicts: verdicts.map((said) => (typeof said !== 'string' ? said : fresh.has(said) ? ACCEPTED : DUPLICATE)),
    arrived: { ...arrivedOf([...rows.values()]), eventPointIds: [] },
  }
}

const futureOf = (item: ReadingItem, buildingId: number): AsideRow => ({
  buildingId,
  pointNumber: item.pointNumber,
  reason: 'future',
  itemKind: 'reading',
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
