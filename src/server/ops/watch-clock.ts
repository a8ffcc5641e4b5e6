import { clockDifference } from '../db/deletion-time.ts'
import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'

const EVERY_MS = 60_000
/** A difference beyond this is an error of one of the clocks, and not of the way between them. */
const WARN_MS = 5 * 60_000

type Needs = Pick<Deps, 'now' | 'databaseTime' | 'log' | 'operation'>

/** Compares the process clock with the database clock once, for the metric and the log. */
export async function compareClocks({ now, databaseTime, log, operation }: Needs): Promise<void> {
  const ahead = await clockDifference({ now, databaseTime })
  operation?.metrics.clockDifference(ahead / 1000)
  if (Math.abs(ahead) > WARN_MS)
    log.error({ aheadSec: Math.round(ahead / 1000) }, 'the process clock differs from the database clock')
}

/** Compares both clocks every minute until stopped. */
export function watchClock(deps: Needs): { stop(): void } {
  const compare = () =>
    void compareClocks(deps).catch((error: unknown) =>
      deps.log.warn({ err: loggable(error) }, 'the database clock was not read'),
    )
  compare()
  const timer = setInterval(compare, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
