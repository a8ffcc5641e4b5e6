import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { countDocking } from '../provider/count-docking.ts'
import { workOutDue } from '../understanding/work-out-buildings.ts'

const TURN_MS = 60_000
/** Turns between two counts of how far providers are docked: nobody waits for it. */
const COUNT_EVERY = 15

/** Works out what time alone makes true, a minute after the start and every minute, until stopped; one turn at a time. */
export function startUnderstanding(deps: Deps): { stop(): void } {
  let working = false
  let turns = 0
  const work = async () => {
    if (working) return
    working = true
    try {
      await workOutDue(deps.db, deps.now())
      if (turns++ % COUNT_EVERY === 0) await countDocking(deps.db)
    } catch (error) {
      deps.log.error({ err: loggable(error) }, 'working out buildings failed')
    } finally {
      working = false
    }
  }
  const timer = setInterval(() => void work(), TURN_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
