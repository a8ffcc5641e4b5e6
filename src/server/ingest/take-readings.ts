import type { ReadingItem } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import type { ArrivalOf } from '../understanding/follow-arrival.ts'
import type { KnownPoint } from './find-points.ts'
import type { NewEvent } from './finish-batch.ts'
import { judgeReadings } from './judge-readings.ts'
import { ACCEPTED, DUPLICATE, EXPIRED, FUTURE, impossibleReading, NOT_THERE, UNSET, type Verdict } from './outcome.ts'
import type { QuarantineReason } from './quarantine.table.ts'
import { storeReadings } from './store-readings.ts'
import { type AsideRow, type HandlingRow, setAside } from './write-items.ts'

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
  const { providerId, now, isDoubtful = false } = arrival
  const { judged, said, rows } = judgeReadings(arrival, items)
  const { points, isFresh } = await storeReadings(tx, providerId, said, rows, now, isDoubtful)
  const known = new Map(points.map(({ of, point }) => [of, point]))
  const aside: AsideRow[] = []
  const verdicts = judged.map((one): Verdict => {
    const { item, judgement, impossible, row } = one
    const point = known.get(one.of)
    if (!point) return NOT_THERE
    if (judgement === 'expired') return EXPIRED
    if (judgement === 'twice') return DUPLICATE
    if (judgement !== 'fine') {
      aside.push(asideOf(item, point.buildingId, judgement))
      return judgement === 'future' ? FUTURE : UNSET
    }
    if (impossible.length > 0) {
      aside.push(asideOf(item, point.buildingId, 'out-of-range'))
      return impossibleReading(impossible)
    }
    return !row || isFresh(row) ? ACCEPTED : DUPLICATE
  })
  if (aside.length > 0) await setAside(tx, providerId, aside, now)
  const spoke = points.flatMap(({ of, point }) => (of.spokeAt ? [point] : []))
  const oldest = judged.flatMap(({ item, of, judgement }) =>
    judgement === 'fine' && item.time && known.has(of) ? [item.time.getTime()] : [],
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

const asideOf = (item: ReadingItem, buildingId: number, reason: QuarantineReason): AsideRow => ({
  buildingId,
  pointNumber: item.pointNumber,
  reason,
  itemKind: 'reading',
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
