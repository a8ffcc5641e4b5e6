import { type ApiType, SYSTEMS } from '../dictionary/systems.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Within what time a point of an item type is expected to speak, in milliseconds: measuring and device states twice an
 * hour, alarms and actions once a day, since they speak when something happens and with a daily sign of life.
 */
const BY_TYPE: Readonly<Record<ApiType, number>> = {
  1: 24 * HOUR,
  2: 24 * HOUR,
  3: 24 * HOUR,
  4: 24 * HOUR,
  5: 30 * MINUTE,
  6: 30 * MINUTE,
}

/** Item types that are not like their kind: battery-run ones save their strength. */
const BY_API: Readonly<Record<number, number>> = { 53: 24 * HOUR }

export const EXPECTED_INTERVALS: ReadonlyMap<number, number> = new Map(
  SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, BY_API[id] ?? BY_TYPE[type]] as const)),
)

/** The interval of an item type; of one no dictionary knows, a day. */
export function expectedInterval(apiId: number): number {
  return EXPECTED_INTERVALS.get(apiId) ?? 24 * HOUR
}

/** The earliest report that lets a point of that item type count as online at `now`. */
export function aliveSince(apiId: number, now: Date): Date {
  return new Date(now.getTime() - expectedInterval(apiId))
}

/** The intervals as an array whose place, from 1, is the item type's number: how a statement looks them up. */
export const INTERVALS_BY_PLACE: readonly number[] = Array.from(
  { length: Math.max(...EXPECTED_INTERVALS.keys()) },
  (_, i) => expectedInterval(i + 1),
)
