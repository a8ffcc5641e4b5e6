import type { ConditionType } from './condition.ts'
import { GAUGE_LIMITS, PUMP_APIS } from './gauge-limits.ts'
import type { EvaluatedPoint, PastReading } from './evaluated-point.store.ts'

export type MeasuredPoint = Pick<EvaluatedPoint, 'apiId' | 'height' | 'pastHeights'>

/** Building height when a reading was taken: a changed height applies to later readings only. */
function heightAt({ height, pastHeights }: MeasuredPoint, at: number): number | null {
  const past = pastHeights.find(([until]) => at < until)
  return past ? past[1] : height
}

const PUMP = [
  ['pump-manual', 'manualAutomaticState'],
  ['pump-power', 'powerState'],
] as const

/** Presence per cause; causes the measures do not cover are left out. */
export function shownConditions(
  point: MeasuredPoint,
  { at, measures }: PastReading,
): ReadonlyMap<ConditionType, boolean> {
  const shown = new Map<ConditionType, boolean>()
  const number = (name: string) => {
    const value = measures[name]
    return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
  }
  if (PUMP_APIS.has(point.apiId))
    for (const [cause, measure] of PUMP) {
      const value = number(measure)
      // 0 is automatic and powered. Source: document 2, section 4, Device flag texts.
      if (value !== undefined) shown.set(cause, value !== 0)
    }
  const limits = GAUGE_LIMITS[point.apiId]
  if (limits) {
    const value = number(limits.measure)
    // 0 normal, 1 too low, other values too high, by the device's own limits.
    const status = number('alarmStatus')
    if (value !== undefined || status !== undefined) {
      const low = limits.low(heightAt(point, at))
      shown.set(`${limits.measure}-low`, status === 1 || (value !== undefined && value < low))
      shown.set(
        `${limits.measure}-high`,
        (status !== undefined && status !== 0 && status !== 1) ||
          (value !== undefined && value > (limits.high ?? Infinity)),
      )
    }
  }
  return shown
}

const MEASURED: ReadonlySet<ConditionType> = new Set([
  ...Object.values(GAUGE_LIMITS).flatMap(({ measure }) => [`${measure}-low`, `${measure}-high`] as const),
  ...PUMP.map(([cause]) => cause),
])

/** True for causes shown by readings; other causes start and end with events or silence. */
export function isMeasured(cause: ConditionType): boolean {
  return MEASURED.has(cause)
}

export function measuredConditions(apiId: number): readonly ConditionType[] {
  const limits = GAUGE_LIMITS[apiId]
  if (limits) return [`${limits.measure}-low`, `${limits.measure}-high`]
  return PUMP_APIS.has(apiId) ? PUMP.map(([cause]) => cause) : []
}
