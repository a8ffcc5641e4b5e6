import { providerReview } from '#contract/dict/provider-review.ts'
import { shanghaiDay } from '#contract/time.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'
import { decideProvider, findProvider } from './review.store.ts'

/**
 * Passes or rejects a provider that waits for its review; a rejected one's programs are heard no more.
 * @throws AppError 404 for a provider that is not there, 409 for one that does not wait
 */
export async function auditProvider(
  { isvId, status, reason }: { isvId: number; status: 1 | 3; reason: string },
  ctx: Context<Session>,
): Promise<null> {
  return ctx.write(async (tx) => {
    const said = status === 3 ? reason : null
    if (!(await decideProvider(tx, isvId, { status, reason: said, day: shanghaiDay(ctx.now) }))) {
      const row = await findProvider(tx, isvId)
      if (!row) throw notThere()
      throw new AppError(409, `该服务商的审核状态为“${providerReview.label(row.status)}”，请刷新列表`)
    }
    return { value: null, audit: { isvId, before: 2, after: status, reason: said } }
  })
}
