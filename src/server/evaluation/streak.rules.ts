import type { ConditionType } from './condition.ts'
import type { PastReading } from './evaluated-point.store.ts'
import { shownConditions, type MeasuredPoint } from './reading.rules.ts'

/** How long a cause has been present (or absent) without a break. */
export interface Streak {
  readonly active: boolean
  /** Oldest reading (ms). */
  readonly from: number
  /** Newest older reading that shows the opposite (ms); null if unread. */
  readonly brokenAt: number | null
}

/**
 * Newest streak of readings that agree; undefined if no reading covers the cause.
 * @param newestFirst readings, newest first
 */
export function newestStreak(
  point: MeasuredPoint,
  cause: ConditionType,
  newestFirst: readonly PastReading[],
): Streak | undefined {
  let streak: Streak | undefined
  for (const reading of newestFirst) {
    const { at } = reading
    const active = shownConditions(point, reading).get(cause)
    if (active === undefined) continue
    if (streak && streak.active !== active) return { ...streak, brokenAt: at }
    streak = { active, from: at, brokenAt: null }
  }
  return streak
}

/** Both in ms. */
export interface PointTiming {
  readonly createdAt: number
  readonly interval: number
}

/**
 * Start of a measured cause (ms): the streak's first reading. After a gap over the interval: the last opposite reading,
 * or the registration if later. Without one the known start is kept: its readings may be deleted.
 */
export function startOf(
  streak: Streak | undefined,
  known: number | undefined,
  { createdAt, interval }: PointTiming,
): number {
  if (!streak) return known ?? createdAt
  const { from, brokenAt } = streak
  if (brokenAt === null && known !== undefined) return Math.min(known, from)
  const shownUntil = brokenAt ?? -Infinity
  return from - shownUntil > interval ? Math.max(shownUntil, Math.min(createdAt, from)) : from
}
