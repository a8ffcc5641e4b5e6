import type { Cause } from './cause.ts'
import type { PastReading } from './point.store.ts'
import { judge, type Measured } from './reading.rules.ts'

/** How long a cause has been (or has not been) so without a break, told from readings backwards. */
export interface Run {
  readonly so: boolean
  /** The oldest reading of the run (ms). */
  readonly from: number
  /** The newest older reading that says otherwise (ms); null none was read. */
  readonly brokenAt: number | null
}

/**
 * The newest unbroken run of readings that say the same of a cause; undefined where none says anything.
 * @param newestFirst a point's readings, newest first
 */
export function newestRun(point: Measured, cause: Cause, newestFirst: readonly PastReading[]): Run | undefined {
  let run: Run | undefined
  for (const { at, measures } of newestFirst) {
    const so = judge(point, measures).get(cause)
    if (so === undefined) continue
    if (run && run.so !== so) return { ...run, brokenAt: at }
    run = { so, from: at, brokenAt: null }
  }
  return run
}

/** A point's registration (ms) and how long a report of it is believed (ms). */
export interface Believed {
  readonly createdAt: number
  readonly interval: number
}

/**
 * When a measured cause began (ms): with the first reading of the run. Where the point was silent for longer than its
 * interval before that reading, with the last reading that shows otherwise, or with the registration of the point if
 * that is later: silence must not delay a cause. Without an older reading, what was known before holds, because those
 * that showed it may be deleted by now.
 */
export function beginningOf(
  run: Run | undefined,
  known: number | undefined,
  { createdAt, interval }: Believed,
): number {
  if (!run) return known ?? createdAt
  const { from, brokenAt } = run
  if (brokenAt === null && known !== undefined) return Math.min(known, from)
  const shownUntil = brokenAt ?? -Infinity
  return from - shownUntil > interval ? Math.max(shownUntil, Math.min(createdAt, from)) : from
}
