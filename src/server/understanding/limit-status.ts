import { GAUGE_LIMITS } from './gauge-limits.ts'
import { judge, type Measured, type Measures } from './reading.rules.ts'

/** A reading of a gauge against its limits: 0 within, 1 too low, 2 too high; null where it is no gauge or says neither. */
export function limitStatusOf(point: Measured, measures: Measures): 0 | 1 | 2 | null {
  const measure = GAUGE_LIMITS[point.apiId]?.measure
  if (!measure) return null
  const judged = judge(point, measures)
  const low = judged.get(`${measure}-low`)
  if (low === undefined) return null
  if (low) return 1
  return judged.get(`${measure}-high`) ? 2 : 0
}
