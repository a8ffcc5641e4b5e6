import { providerReview } from '#contract/dict/provider.ts'
import { shanghaiDay } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Context } from '../platform/implement.ts'
import { type MessageText, notifyUnit } from '../identity/messages.ts'
import { decideProvider, findProvider } from './provider-review.store.ts'

/** @throws AppError 404, 409 if not pending */
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
    await notifyUnit(tx, { providerId: isvId }, reviewLetter(status, said), ctx.now)
    return { value: null, audit: { providerId: isvId, before: { status: 2 }, after: { status, reason: said } } }
  })
}

function reviewLetter(status: 1 | 3, reason: string | null): MessageText {
  if (status === 1)
    return { title: '企业资质审核已通过', html: '<p>你单位提交的企业资质已通过审核，可以开展数据对接。</p>' }
  const reasons = (reason ?? '').split('\n').filter(Boolean).map(escapeHtml)
  return {
    title: '企业资质审核未通过',
    html: `<p>你单位提交的企业资质未通过审核，原因如下：</p>${reasons.map((one) => `<p>${one}</p>`).join('')}<p>请修改后重新提交。</p>`,
  }
}
