/** Null: only the device reports it. */
interface Limits {
  readonly measure: 'pressure' | 'level'
  readonly low: (buildingHeight: number | null) => number
  readonly high: number | null
}

/** Static pressure (MPa) at the most unfavourable hydrant. Source: domain facts, 3 (GB 50974, 5.2.2). */
const HYDRANT_LOW = (height: number | null) => (height === null || height <= 24 ? 0.07 : height <= 100 ? 0.1 : 0.15)

/** MPa and m; a device with narrower limits reports `alarmStatus`. Source: domain facts, 3. */
export const GAUGE_LIMITS: Readonly<Record<number, Limits>> = {
  16: { measure: 'level', low: () => 1.4, high: null },
  17: { measure: 'pressure', low: HYDRANT_LOW, high: 0.8 },
  22: { measure: 'pressure', low: () => 0.05, high: 0.8 },
  64: { measure: 'pressure', low: () => 0.2, high: 0.8 },
  65: { measure: 'pressure', low: () => 0.2, high: 0.8 },
}

export interface NormalRange {
  readonly low: number | null
  readonly high: number | null
}

export function normalRange(apiId: number, buildingHeight: number | null, measure: string | null): NormalRange {
  const limits = GAUGE_LIMITS[apiId]
  return limits && limits.measure === measure
    ? { low: limits.low(buildingHeight), high: limits.high }
    : { low: null, high: null }
}

/** Automatic mode and power are required. */
export const PUMP_APIS: ReadonlySet<number> = new Set([15, 21, 41])

/** Their fault events are alarms. */
export const ELECTRICAL_ALARM_API = 12
