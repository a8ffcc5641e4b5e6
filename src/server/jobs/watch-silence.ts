import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { markOverdue } from '../point/mark-overdue.ts'

const TURN_MS = 60_000

/** Marks points offline that are overdue: a minute after the start, then every minute, until stopped. */
export function startWatching(deps: Deps): { stop(): void } {
  const run = () =>
    void markOverdue(deps).catch((error: unknown) => deps.log.error({ err: loggable(error) }, 'watch failed'))
  const timer = setInterval(run, TURN_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
