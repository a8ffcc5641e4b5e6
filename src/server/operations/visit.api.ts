import { routeOf } from '#contract/route.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { OTHER_ROUTE } from '#contract/visit.rules.ts'
import { visit } from '#contract/visit.ts'
import { networkOf } from '../platform/client-ip.ts'
import { implement } from '../platform/implement.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { takeLimits } from '../platform/take-limits.ts'
import { tooOften } from '../platform/too-often.ts'
import { addVisit } from './visit.store.ts'

const PER_NETWORK = { points: 120, windowSec: 3600, blockSec: 0 }
const OVERALL = { points: 20_000, windowSec: 3600, blockSec: 0 }

export const visitApi = implement(visit, {
  async report(reported, { deps, db, now, address }) {
    const { visitSample = 0, clientRoutes = [] } = deps.settings
    if (visitSample === 0) return null
    const takes = [
      { key: `visits:${networkOf(address)}`, rule: PER_NETWORK },
      { key: 'visits:overall', rule: OVERALL },
    ]
    const { allowed, retryAfterSec } = await takeLimits(deps.limits, takes, now)
    if (!allowed) throw tooOften('上报', retryAfterSec)
    const known = { ...reported, route: routeOf(reported.route, clientRoutes) ?? OTHER_ROUTE }
    await addVisit(db, shanghaiDay(now), known)
    const { metrics } = deps.operations ?? NOOP_OPERATIONS
    metrics.visited(known)
    return null
  },
})
