import type { ReadingItem } from '#contract/ingest.ts'
import { type FigureName, impossibleFigures, type Measures } from '#contract/measures.ts'
import { nameOf } from './lock-named-points.ts'
import { judgeTime, type TimeJudgement } from '../ingest.rules.ts'
import type { ReadingRow, PointBatch } from './store-readings.ts'
import type { BatchContext } from './ingest-readings.ts'

type BatchRow = ReadingRow & { readonly of: PointBatch }

export interface JudgedReading {
  readonly item: ReadingItem
  readonly of: PointBatch
  readonly judgement: TimeJudgement | 'twice'
  readonly impossible: readonly FigureName[]
  readonly row: BatchRow | undefined
}

export interface JudgedBatch {
  readonly judged: readonly JudgedReading[]
  readonly said: readonly PointBatch[]
  readonly rows: readonly BatchRow[]
}

type OpenSaid = { -readonly [K in keyof PointBatch]: PointBatch[K] }

export function judgeReadings(
  { now, retentionMonths }: Pick<BatchContext, 'now' | 'retentionMonths'>,
  items: readonly ReadingItem[],
): JudgedBatch {
  const said = new Map<string, OpenSaid>()
  const rows: BatchRow[] = []
  const seen = new Set<string>()
  const judged = items.map((item): JudgedReading => {
    const { time, sequence, measures } = item
    const name = nameOf(item)
    const of: OpenSaid = said.get(name) ?? { name: item, spokeAt: null, latest: null }
    said.set(name, of)
    const judgement = judgeTime(time, now, retentionMonths)
    if (!time || judgement !== 'fine') return { item, of, judgement, impossible: [], row: undefined }
    const impossible = impossibleFigures(measures)
    const used = impossible.length === 0 ? measures : without(measures, impossible)
    const isEmpty = Object.keys(used).length === 0
    // A broken sensor must not stay online with its last good value.
    if (isEmpty && impossible.length > 0) return { item, of, judgement, impossible, row: undefined }
    if (!of.spokeAt || time > of.spokeAt) of.spokeAt = time
    // A heartbeat stores no row.
    if (isEmpty) return { item, of, judgement, impossible, row: undefined }
    const key = `${name}\n${time.getTime()}|${sequence}`
    if (seen.has(key)) return { item, of, judgement: 'twice', impossible: [], row: undefined }
    seen.add(key)
    const row = { of, at: time, sequence, measures: used }
    rows.push(row)
    if (isNewer(row, of.latest)) of.latest = row
    return { item, of, judgement, impossible, row }
  })
  return { judged, said: [...said.values()], rows }
}

function without(measures: Measures, figures: readonly FigureName[]): Measures {
  const left = { ...measures }
  for (const figure of figures) delete left[figure]
  return left
}

const isNewer = (row: ReadingRow, other: ReadingRow | null) =>
  !other || row.at > other.at || (row.at.getTime() === other.at.getTime() && row.sequence > other.sequence)
