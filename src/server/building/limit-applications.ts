import { toWireTime } from '#contract/time.ts'
import { AppError } from '../app-error.ts'
import type { Db } from '../db/open-db.ts'
import { createLimits } from '../http/rate-limit.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** How many applications of a kind an account may open. */
const LIMITS = {
  claim: { what: '新增、绑定建筑', hour: 20, day: 100 },
  propose: { what: '提交修改和申报', hour: 60, day: 300 },
} as const

/**
 * Counts one application of an account, in the transaction that opens it: an application that fails is not counted.
 * @throws AppError 429 beyond the limit of an hour or a day
 */
export async function takeTurn(tx: Db, kind: keyof typeof LIMITS, accountId: number, now: Date): Promise<void> {
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
