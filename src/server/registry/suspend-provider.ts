import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Context } from '../platform/implement.ts'
import { type MessageText, notifyUnit } from '../identity/messages.ts'
import { providerState } from './present-provider.ts'
import { lockProvider, setSuspension } from './provider-review.store.ts'

/** @param reason null resumes @throws AppError 404, 409 */
async function changeSuspension(isvId: number, reason: string | null, ctx: Context<Session>): Promise<null> {
  const rule = reason === null ? PROVIDER_RULES.resume : PROVIDER_RULES.suspend
  return ctx.write(async (tx) => {
    const row = await lockProvider(tx, isvId)
    if (!row) throw notThere()
    if (!rule.when(providerState(row))) throw new AppError(409, rule.otherwise)
    const after = { suspendedAt: reason === null ? null : ctx.now, suspendReason: reason }
    await setSuspension(tx, isvId, after, shanghaiDay(ctx.now))
    await notifyUnit(tx, { providerId: isvId }, letter(reason), ctx.now)
    const { suspendedAt, suspendReason } = row
    return { value: null, audit: { providerId: isvId, before: { suspendedAt, suspendReason }, after } }
  })
}

function letter(reason: string | null): MessageText {
  if (reason === null)
    return { title: '已恢复接入', html: '<p>消防救援机构已恢复你单位的数据接入，原授权信息继续有效。</p>' }
  return {
    title: '已暂停接入',
    html: `<p>消防救援机构已暂停你单位的数据接入，以密钥上报的数据不再接收；经用户信息传输装置上报的火警和数据仍然接收。原因：${escapeHtml(reason)}</p><p>整改后请联系消防救援机构恢复。</p>`,
  }
}

export const suspendProvider = ({ isvId, reason }: { isvId: number; reason: string }, ctx: Context<Session>) =>
  changeSuspension(isvId, reason, ctx)

export const resumeProvider = ({ isvId }: { isvId: number }, ctx: Context<Session>) =>
  changeSuspension(isvId, null, ctx)
