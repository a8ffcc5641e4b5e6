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

/**
 * Since when a cause has been so (ms). What was known before counts where readings do not contradict it: those that
 * would tell may be kept no longer.
 */
export function sinceOf(run: Run | undefined, known: number | undefined, reportedAt: number): number {
  if (!run) return known ?? reportedAt
  if (known === undefined || (run.brokenAt !== null && known <= run.brokenAt)) return run.from
  return Math.min(known, run.from)
}
