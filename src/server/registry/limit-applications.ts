import { toWireTime } from '#contract/time.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { createLimits } from '../platform/rate-limit.ts'

const HOUR = 3600
const DAY = 24 * HOUR

const LIMITS = {
  claim: { what: '新增、绑定建筑', hour: 20, day: 100 },
  propose: { what: '提交修改和申报', hour: 60, day: 300 },
} as const

/** In the opening transaction: a failed one is not counted. @throws AppError 429 */
export async function limitApplications(
  tx: Db,
  kind: keyof typeof LIMITS,
  accountId: number,
  now: Date,
): Promise<void> {
  const { what, hour, day } = LIMITS[kind]
  const limits = createLimits(tx)
  for (const [span, points, windowSec] of [
    ['每小时', hour, HOUR],
    ['每天', day, DAY],
  ] as const) {
    const rule = { points, windowSec, blockSec: 0 }
    const { allowed, retryAfterSec } = await limits.take(`${kind}:${windowSec}:${accountId}`, rule, now)
    if (allowed) continue
    const at = toWireTime(new Date(now.getTime() + retryAfterSec * 1000)).slice(0, 16)
    throw new AppError(429, `${what}${span}最多 ${points} 次，请在 ${at} 后再试`)
  }
}
