import { type ApiType, SYSTEMS } from '../reference/systems.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Measures twice an hour; events at least a daily heartbeat. */
const BY_TYPE: Readonly<Record<ApiType, number>> = {
  1: 24 * HOUR,
  2: 24 * HOUR,
  3: 24 * HOUR,
  4: 24 * HOUR,
  5: 30 * MINUTE,
  6: 30 * MINUTE,
}

/** Exceptions: battery-powered devices report less often. */
const BY_API: Readonly<Record<number, number>> = { 53: 24 * HOUR }

export const EXPECTED_INTERVALS: ReadonlyMap<number, number> = new Map(
  SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, BY_API[id] ?? BY_TYPE[type]] as const)),
)

/** ms */
export function expectedInterval(apiId: number): number {
  return EXPECTED_INTERVALS.get(apiId) ?? 24 * HOUR
}

export function aliveSince(apiId: number, now: Date): Date {
  return new Date(now.getTime() - expectedInterval(apiId))
}

/** 1-based SQL array (ms). */
export const INTERVALS_BY_PLACE: readonly number[] = Array.from(
  { length: Math.max(...EXPECTED_INTERVALS.keys()) },
  (_, i) => expectedInterval(i + 1),
)
