import { shanghaiDay } from '#contract/time.ts'
import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { recountTallies } from '../tally/recount-tallies.ts'
import { compactTallies } from '../tally/tally.store.ts'

const TURN_MS = 60_000

/** Folds the ledgers of sums every minute, and counts them anew after each midnight of Shanghai, until stopped. */
export function startTallying(deps: Deps): { stop(): void } {
  let counted = shanghaiDay(deps.now())
  let working = false
  const work = async () => {
    if (working) return
    working = true
    try {
      await compactTallies(deps.db)
      const today = shanghaiDay(deps.now())
      if (today === counted) return
      const wrong = await recountTallies(deps.db)
      counted = today
      if (wrong > 0) deps.log.error({ wrong }, 'sums differed from what they are sums of; put right')
    } catch (error) {
      deps.log.error({ err: loggable(error) }, 'keeping sums failed')
    } finally {
      working = false
    }
  }
  const timer = setInterval(() => void work(), TURN_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
