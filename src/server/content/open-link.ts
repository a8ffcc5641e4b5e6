import { tooOften } from '../platform/too-often.ts'
import { notThere } from '../platform/app-error.ts'
import { subnetOf } from '../platform/client-ip.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { returnLimits, takeLimits } from '../platform/take-limits.ts'
import { renewLinks } from './renew-links.ts'

export const LINK_GONE = '链接已失效，请使用最新的短信或登录平台'
const ALL = 'ack-link:all'
const GUESSES = { points: 21, windowSec: 3600, blockSec: 0 }
const GUESSES_IN_ALL = { points: 200, windowSec: 3600, blockSec: 0 }

/**
 * Unknown tokens count as guesses; after 200 in an hour all open links are renewed. @throws AppError 404, 429
 * after 20 guesses of a network
 */
export async function openLink<T>(
  ctx: Context<Session | null>,
  token: string,
  find: (db: Db, token: string, now: Date) => Promise<T | null>,
): Promise<T> {
  const takes = [{ key: `ack-link:${subnetOf(ctx.address)}`, rule: GUESSES }]
  const { allowed, retryAfterSec } = await takeLimits(ctx.deps.limits, takes, ctx.now)
  if (!allowed) throw tooOften('操作', retryAfterSec)
  const link = await find(ctx.db, token, ctx.now)
  if (link !== null) {
    await returnLimits(ctx.deps.limits, takes)
    return link
  }
  const { left } = await ctx.deps.limits.take(ALL, GUESSES_IN_ALL, ctx.now)
  if (left === 0) {
    const renewed = await renewLinks(ctx.db, ctx.now)
    await ctx.deps.limits.clear(ALL)
    ctx.deps.log.error({ renewed }, 'open links of messages renewed: too many guesses')
  }
  throw notThere(LINK_GONE)
}
