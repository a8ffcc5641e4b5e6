import { providerReview } from '#contract/dict/provider.ts'
import { shanghaiDay, toWireTime } from '#contract/time.ts'
import { account } from '../schema/account.table.ts'
import { PENDING } from '../schema/provider.table.ts'
import { findAccountByPhone } from '../identity/account.store.ts'
import { handOverNotice } from '../identity/sms-code.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Session } from '../platform/session.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Context } from '../platform/implement.ts'
import { type MessageText, notifyUnit } from '../identity/messages.ts'
import { reserveName } from '../identity/reserve-name.ts'
import { recordApplication } from './building-change.store.ts'
import { decideProvider, lockProvider, type Provider } from './provider-review.store.ts'

const RESUBMITTED = '申请已重新提交，请刷新列表后再审核'
const PHONE_IN_USE = '申请人的手机号已用于其他账号，请驳回并请其更换手机号'

/** @throws AppError 404, 409 if not pending or the applicant's phone is in use */
export async function auditProvider(
  { isvId, status, createTime, reason }: { isvId: number; status: 1 | 3; createTime: string; reason: string },
  ctx: Context<Session>,
): Promise<null> {
  const { deps, now } = ctx
  const random = status === 1 ? await deps.passwords.hash(deps.newToken()) : ''
  const applicant = await ctx.write(async (tx) => {
    const said = status === 3 ? reason : null
    const row = await lockProvider(tx, isvId)
    if (!row) throw notThere()
    if (row.status === PENDING && createTime !== '' && createTime !== toWireTime(row.createdAt))
      throw new AppError(409, RESUBMITTED)
    if (!(await decideProvider(tx, isvId, { status, reason: said, day: shanghaiDay(now) }))) {
      throw new AppError(409, `该服务商的审核状态为“${providerReview.label(row.status)}”，请刷新列表`)
    }
    const name = status === 1 ? await openAccount(tx, row, random, now) : null
    await recordApplication(tx, {})
    await notifyUnit(tx, { providerId: isvId }, reviewLetter(status, said), now)
    const after = { status, reason: said, ...(name !== null && { account: name }) }
    return {
      value: row.creditCode === null ? null : { phone: row.linkManPhone, company: row.name, name },
      audit: { providerId: isvId, before: { status: 2 }, after },
    }
  })
  if (applicant?.phone) void handOverNotice(deps, applicant.phone, reviewText(status, applicant, reason))
  return null
}

/** The phone sets the password (找回密码). */
async function openAccount(tx: Db, row: Provider, passwordHash: string, now: Date): Promise<string | null> {
  if (row.creditCode === null) return null
  const phone = row.linkManPhone
  if (phone && (await findAccountByPhone(tx, phone))) throw new AppError(409, PHONE_IN_USE)
  const name = `isv${row.creditCode}`
  await reserveName(() =>
    tx.transaction((inner) =>
      inner.insert(account).values({
        account: name,
        name: row.name,
        role: 'provider',
        providerId: row.id,
        phone,
        passwordHash,
        mustChangePassword: false,
        createdAt: now,
      }),
    ),
  )
  return name
}

function reviewText(
  status: 1 | 3,
  { company, name }: { readonly company: string; readonly name: string | null },
  reason: string,
): string {
  if (status === 1)
    return `${company}的服务商申请已通过审核。请在服务商控制台用本手机号登录，账号${name ?? ''}，密码用“忘记密码”设置`
  return `${company}的服务商申请未通过审核，原因：${Array.from(reason.replace(/\s+/g, ' ')).slice(0, 100).join('')}。请修改后在服务商注册页重新提交`
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
