import type { ReadingItem } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import type { ArrivalOf } from '../understanding/follow-arrival.ts'
import { type KnownPoint, nameOf } from './find-points.ts'
import type { NewEvent } from './finish-batch.ts'
import { judgeTime } from './ingest.rules.ts'
import { type ReadingRow, type Said, storeReadings } from './store-readings.ts'
import { type AsideRow, type HandlingRow, setAside } from './write-items.ts'
import { ACCEPTED, DUPLICATE, EXPIRED, FUTURE, NOT_THERE, type Verdict } from './outcome.ts'

/** On whose behalf, and when by our clock. */
export interface Arrival {
  readonly providerId: number
  readonly now: Date
  readonly retentionMonths: number
  /** Whether readings may be known that are newer than their point's newest. */
  readonly isDoubtful?: boolean
}

/** What arrived, and of which points events did. */
export interface Taken {
  readonly verdicts: Verdict[]
  readonly arrived: Omit<ArrivalOf, 'now'>
  /** Events that began and were not known before. */
  readonly begun?: readonly NewEvent[]
  /** Reports of how events were handled. */
  readonly handled?: { readonly providerId: number; readonly reports: readonly HandlingRow[] }
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
  const { providerId, now, retentionMonths, isDoubtful = false } = arrival
  const said = new Map<string, { name: ReadingItem; spokeAt: Date | null; latest: ReadingRow | null }>()
  const rows = new Map<string, ReadingRow & { of: Said }>()
  const seen = new Set<string>()
  const judged = items.map((item) => {
    const { time, sequence, measures } = item
    const judgement = judgeTime(time, now, retentionMonths)
    const name = nameOf(item)
    const one = said.get(name) ?? { name: item, spokeAt: null, latest: null }
    said.set(name, one)
    if (judgement !== 'fine') return { item, one, judgement, row: undefined }
    const key = `${name}\n${time.getTime()}|${sequence}`
    if (seen.has(key)) return { item, one, judgement: 'twice' as const, row: undefined }
    seen.add(key)
    if (!one.spokeAt || time > one.spokeAt) one.spokeAt = time
    // A sign of life leaves no row behind that could tell it came twice.
    if (Object.keys(measures).length === 0) return { item, one, judgement, row: undefined }
    const row = { of: one, at: time, sequence, measures }
    rows.set(key, row)
    if (isNewer(row, one.latest)) one.latest = row
    return { item, one, judgement, row }
  })
  const names = [...said.values()]
  const { points, isFresh } = await storeReadings(tx, providerId, names, [...rows.values()], now, isDoubtful)
  const known = new Map(points.map(({ of, point }) => [of, point]))
  const aside: AsideRow[] = []
  const verdicts = judged.map(({ item, one, judgement, row }): Verdict => {
    const point = known.get(one)
    if (!point) return NOT_THERE
    if (judgement === 'expired') return EXPIRED
    if (judgement === 'twice') return DUPLICATE
    if (judgement === 'future') {
      aside.push(futureOf(item, point.buildingId))
      return FUTURE
    }
    return !row || isFresh(row) ? ACCEPTED : DUPLICATE
  })
  if (aside.length > 0) await setAside(tx, providerId, aside, now)
  const spoke = points.flatMap(({ of, point }) => (of.spokeAt ? [point] : []))
  const oldest = judged.flatMap(({ item, one, judgement }) =>
    judgement === 'fine' && known.has(one) ? [item.time.getTime()] : [],
  )
  return {
    verdicts,
    arrived: {
      pointIds: spoke.map(({ id }) => id),
      points: spoke,
      buildingIds: [...new Set(spoke.map(({ buildingId }) => buildingId))],
      eventPointIds: [],
      ...(oldest.length > 0 ? { earliest: new Date(Math.min(...oldest)) } : {}),
    },
  }
}

const isNewer = (row: ReadingRow, other: ReadingRow | null) =>
  !other || row.at > other.at || (row.at.getTime() === other.at.getTime() && row.sequence > other.sequence)

const futureOf = (item: ReadingItem, buildingId: number): AsideRow => ({
  buildingId,
  pointNumber: item.pointNumber,
  reason: 'future',
  itemKind: 'reading',
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
