import { MEASURE_SCALES, type VisitMeasure } from './visit.rules.ts'

export const bucketsOf = (measure: VisitMeasure): number => MEASURE_SCALES[measure].bounds.length + 1

export function bucketAt(measure: VisitMeasure, value: number): number {
  const bounds: readonly number[] = MEASURE_SCALES[measure].bounds
  const at = bounds.findIndex((bound) => value <= bound)
  return at < 0 ? bounds.length : at
}

export interface MeasureFigures {
  readonly visits: number
  readonly p75: number
  readonly isBeyond: boolean
  readonly good: number
  readonly middling: number
  readonly poor: number
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

export function figuresOf(measure: VisitMeasure, counts: readonly number[]): MeasureFigures | null {
  const { good, poor } = MEASURE_SCALES[measure]
  const bounds: readonly number[] = MEASURE_SCALES[measure].bounds
  const visits = sum(counts)
  if (visits === 0) return null
  const upTo = (bound: number) => sum(counts.slice(0, bounds.indexOf(bound) + 1)) / visits
  const wanted = visits * 0.75
  const at = counts.findIndex((_, index) => sum(counts.slice(0, index + 1)) >= wanted)
  const from = bounds[at - 1] ?? 0
  const end = bounds[at]
  const share = (wanted - sum(counts.slice(0, at))) / (counts[at] ?? 1)
  return {
    visits,
    p75: end === undefined ? from : from + (end - from) * share,
    isBeyond: end === undefined,
    good: upTo(good),
    middling: upTo(poor) - upTo(good),
    poor: 1 - upTo(poor),
  }
}
