import { GAUGE_LIMITS } from './gauge-limits.ts'
import type { PastReading } from './evaluated-point.store.ts'
import { shownConditions, type MeasuredPoint } from './reading.rules.ts'

/** 0 within, 1 too low, 2 too high. */
export function limitStatusOf(point: MeasuredPoint, reading: PastReading): 0 | 1 | 2 | null {
  const measure = GAUGE_LIMITS[point.apiId]?.measure
  if (!measure) return null
  const judged = shownConditions(point, reading)
  const low = judged.get(`${measure}-low`)
  if (low === undefined) return null
  if (low) return 1
  return judged.get(`${measure}-high`) ? 2 : 0
}
