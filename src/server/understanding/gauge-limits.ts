/** Below `low` a measure is too low, above `high` too high; null: the device alone knows. */
interface Limits {
  readonly measure: 'pressure' | 'level'
  readonly low: ((buildingHeight: number | null) => number) | null
  readonly high: number | null
}

/** Least static pressure at the most unfavourable hydrant (MPa), by building height (m). Source: domain facts, 3 (GB 50974, 5.2.2). */
const HYDRANT_LOW = (height: number | null) => (height === null || height <= 24 ? 0.07 : height <= 100 ? 0.1 : 0.15)

/**
 * Item types that measure a pressure (MPa) or a level (m), and beyond what it is wrong whatever the device says of
 * itself; a device that was set to narrower limits says so by alarmStatus. Source: domain facts, 3: the standards'
 * least pressures, else the figures named there for pressure (0.20 and 0.8 MPa) and tank level (1.4 m).
 */
export const GAUGE_LIMITS: Readonly<Record<number, Limits>> = {
  16: { measure: 'level', low: () => 1.4, high: null },
  17: { measure: 'pressure', low: HYDRANT_LOW, high: 0.8 },
  22: { measure: 'pressure', low: () => 0.05, high: 0.8 },
  64: { measure: 'pressure', low: () => 0.2, high: 0.8 },
  65: { measure: 'pressure', low: () => 0.2, high: 0.8 },
}

/** Item types of pumps: they have to stand in automatic mode and have power. */
export const PUMP_APIS: ReadonlySet<number> = new Set([15, 21, 41])

/** What an electrical fire monitor reports under this item are alarms, not faults of equipment. */
export const ELECTRICAL_ALARM_API = 12
