import type { Cause } from './cause.ts'
import { GAUGE_LIMITS, PUMP_APIS } from './gauge-limits.ts'

export type Measures = Readonly<Record<string, number | string>>

/** What of a point decides how its measures are judged. */
export interface Measured {
  readonly apiId: number
  /** Of its building, m. */
  readonly height: number | null
}

const PUMP = [
  ['pump-manual', 'manualAutomaticState'],
  ['pump-power', 'powerState'],
] as const

/** What measures say of each cause: true it is so, false it is not; a cause they say nothing of is left out. */
export function judge(point: Measured, measures: Measures): ReadonlyMap<Cause, boolean> {
  const said = new Map<Cause, boolean>()
  const number = (name: string) => {
    const value = measures[name]
    return value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
  }
  if (PUMP_APIS.has(point.apiId))
    for (const [cause, measure] of PUMP) {
      const value = number(measure)
      // 0 is automatic and powered, anything else is not. Source: document 2, section 4, Device flag texts.
      if (value !== undefined) said.set(cause, value !== 0)
    }
  const limits = GAUGE_LIMITS[point.apiId]
  if (limits) {
    const value = number(limits.measure)
    // 0 normal, 1 too low, anything else too high, by the limits the device was set to.
    const status = number('alarmStatus')
    if (value !== undefined || status !== undefined) {
      const low = limits.low?.(point.height) ?? -Infinity
      said.set(`${limits.measure}-low`, status === 1 || (value !== undefined && value < low))
      said.set(
        `${limits.measure}-high`,
        (status !== undefined && status !== 0 && status !== 1) ||
          (value !== undefined && value > (limits.high ?? Infinity)),
      )
    }
  }
  return said
}

const MEASURED: ReadonlySet<Cause> = new Set([
  ...Object.values(GAUGE_LIMITS).flatMap(({ measure }) => [`${measure}-low`, `${measure}-high`] as const),
  ...PUMP.map(([cause]) => cause),
])

/** Whether readings show the cause; all others begin and end with events or with silence. */
export function isMeasured(cause: Cause): boolean {
  return MEASURED.has(cause)
}

/** The causes that readings of an item type show. */
export function causesTold(apiId: number): readonly Cause[] {
  const limits = GAUGE_LIMITS[apiId]
  if (limits) return [`${limits.measure}-low`, `${limits.measure}-high`]
  return PUMP_APIS.has(apiId) ? PUMP.map(([cause]) => cause) : []
}
