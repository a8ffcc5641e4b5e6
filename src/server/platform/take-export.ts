import { limitRate } from './too-often.ts'
import type { Session } from './session.ts'
import type { Context } from './implement.ts'

const EXPORTS = { points: 10, windowSec: 60, blockSec: 0 }

export async function takeExport(ctx: Context<Session>): Promise<void> {
  await limitRate(ctx, `export:${ctx.session.accountId}`, EXPORTS, '导出')
}
