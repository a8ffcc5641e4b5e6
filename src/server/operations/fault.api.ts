import { createHash } from 'node:crypto'
import { fault, type ReportedFault } from '#contract/fault.ts'
import { faultName, scrubMessage } from '#contract/fault.rules.ts'
import { networkOf } from '../platform/client-ip.ts'
import { implement } from '../platform/implement.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { takeLimits } from '../platform/take-limits.ts'
import { tooOften } from '../platform/too-often.ts'
import { storeFault } from './fault.store.ts'
import { ownPlace, sourcePlace } from './source-places.ts'

const PER_NETWORK = { points: 60, windowSec: 3600, blockSec: 0 }
const OVERALL = { points: 3000, windowSec: 3600, blockSec: 0 }

/** Not the message of one with a place: it may differ by browser and language. */
function fingerprintOf({ kind, name }: ReportedFault, place: string, message: string): string {
  const parts = place.startsWith('src/') ? [kind, name, place] : [kind, name, place.replace(/:.*/, ''), message]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

export const faultApi = implement(fault, {
  async report({ build, device, faults }, { deps, db, now, address }) {
    const takes = [
      { key: `faults:${networkOf(address)}`, rule: PER_NETWORK },
      { key: 'faults:overall', rule: OVERALL },
    ]
    const { allowed, retryAfterSec } = await takeLimits(deps.limits, takes, now)
    if (!allowed) throw tooOften('上报', retryAfterSec)
    const { metrics } = deps.operations ?? NOOP_OPERATIONS
    const maps = { folder: deps.settings.sourceMaps, files: deps.files }
    for (const one of faults) {
      const frames = await Promise.all(one.frames.map((frame) => sourcePlace(maps, frame)))
      const place = ownPlace(frames)
      const seen = {
        ...one,
        name: faultName(one.name),
        message: scrubMessage(one.message),
        frames,
        place,
        build,
        device,
      }
      await storeFault(db, { ...seen, fingerprint: fingerprintOf(seen, place, seen.message) }, now)
      metrics.clientFault(one.kind, one.count)
    }
    return null
  },
})
