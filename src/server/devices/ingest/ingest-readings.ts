import type { ReadingItem } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { BatchScope } from '#server/evaluation/evaluate-batch.ts'
import type { KnownPoint } from './lock-named-points.ts'
import type { NewEvent } from '#server/evaluation/process-alarms.ts'
import { judgeReadings } from './judge-readings.ts'
import {
  ACCEPTED,
  DUPLICATE,
  EXPIRED,
  FUTURE,
  impossibleReading,
  NOT_THERE,
  UNSET,
  type JudgedItem,
} from './item-result.ts'
import type { QuarantineReason } from '#server/schema/quarantine.table.ts'
import { storeReadings } from './store-readings.ts'
import { type QuarantinedRow, type HandlingRow, quarantineItems } from './store-items.ts'

export interface BatchContext {
  readonly providerId: number
  readonly now: Date
  readonly retentionMonths: number
  /** See {@link storeReadings}. */
  readonly isDoubtful?: boolean
}

export interface StoredBatch {
  readonly verdicts: JudgedItem[]
  readonly arrived: Omit<BatchScope, 'now' | 'fallbackBuildingIds'> & { readonly buildingIds: readonly number[] }
  readonly begun?: readonly NewEvent[]
  readonly changed?: readonly number[]
  readonly handled?: { readonly providerId: number; readonly reports: readonly HandlingRow[] }
}

export function scopeOf(rows: readonly { point: KnownPoint; at: Date }[]): StoredBatch['arrived'] {
  const oldest = rows.reduce((min, { at }) => Math.min(min, at.getTime()), Infinity)
  return {
    pointIds: [...new Set(rows.map(({ point }) => point.id))],
    buildingIds: [...new Set(rows.map(({ point }) => point.buildingId))],
    ...(rows.length > 0 ? { earliest: new Date(oldest) } : {}),
  }
}

/** Runs again in a new transaction after a missing month or duplicate key (`withPartitions`). */
export async function ingestReadings(
  tx: Db,
  arrival: BatchContext,
  items: readonly ReadingItem[],
): Promise<StoredBatch> {
  const { providerId, now, isDoubtful = false } = arrival
  const { judged, said, rows } = judgeReadings(arrival, items)
  const { points, isFresh } = await storeReadings(tx, providerId, said, rows, now, isDoubtful)
  const known = new Map(points.map(({ of, point }) => [of, point]))
  const aside: QuarantinedRow[] = []
  const verdicts = judged.map((one): JudgedItem => {
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
  await quarantineItems(tx, providerId, aside, now)
  const spoke = points.flatMap(({ of, point }) => (of.spokeAt ? [point] : []))
  const oldest = judged.flatMap(({ item, of, judgement }) =>
    judgement === 'fine' && item.time && known.has(of) ? [item.time.getTime()] : [],
  )
  return {
    verdicts,
    arrived: {
      pointIds: spoke.map(({ id }) => id),
      points: spoke,
      buildingIds: [],
      eventPointIds: [],
      ...(oldest.length > 0 ? { earliest: new Date(Math.min(...oldest)) } : {}),
    },
  }
}

const asideOf = (item: ReadingItem, buildingId: number, reason: QuarantineReason): QuarantinedRow => ({
  buildingId,
  pointNumber: item.pointNumber,
  reason,
  itemKind: 'reading',
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
