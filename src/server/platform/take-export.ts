import { tooOften } from './too-often.ts'
import type { Session } from './session.ts'
import type { Context } from './implement.ts'

const EXPORTS = { points: 10, windowSec: 60, blockSec: 0 }

export async function takeExport(ctx: Context<Session>): Promise<void> {
  const { allowed, retryAfterSec } = await ctx.deps.limits.take(`export:${ctx.session.accountId}`, EXPORTS, ctx.now)
  if (!allowed) throw tooOften('导出', retryAfterSec)
}
