import { eq } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { AppError } from '../platform/app-error.ts'
import { isUniqueViolation } from '../platform/db/errors.ts'
import type { Deps } from '../platform/deps.ts'
import type { Context } from '../platform/implement.ts'
import { type Account, lockAccount } from './account.store.ts'
import { handOverNotice } from './sms-code.ts'
import { account } from '../schema/account.table.ts'

export const PHONE_TAKEN = '该手机号已用于其他账号，请换一个'
const SAME = '与当前登录手机号相同'

/** Such a code is valid for nothing else. */
export const phoneCodeCaller = (accountId: number) => `account:${accountId}`

/** @throws AppError 400 at `phone` */
export function needOtherPhone(own: Pick<Account, 'phone'>, phone: string): void {
  if (own.phone === phone) throw new AppError(400, SAME, { phone: SAME })
}

/**
 * @param proven as read for the proof @param phone null removes it @throws AppError 409 if taken, or password or
 * phone changed since
 */
export async function writeLoginPhone(
  ctx: Context<unknown>,
  proven: Account,
  phone: string | null,
): Promise<string | null> {
  try {
    return await ctx.write(async (tx) => {
      const own = await lockAccount(tx, proven.id)
      if (!own || own.passwordHash !== proven.passwordHash || own.phone !== proven.phone) throw new AppError(409)
      await tx.update(account).set({ phone }).where(eq(account.id, own.id))
      const { id: accountId, account: name, unitId, providerId } = own
      return { value: own.phone, audit: { accountId, account: name, unitId, providerId, changed: ['phone'] } }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'account_phone_key')) throw new AppError(409, PHONE_TAKEN, { phone: PHONE_TAKEN })
    throw error
  }
}

/** A failure is logged; the change is kept. */
export async function informFormerPhone(
  deps: Pick<Deps, 'sms' | 'log' | 'operations'>,
  { former, name, phone, at }: { former: string | null; name: string; phone: string | null; at: Date },
): Promise<void> {
  if (former === null) return
  const now = phone === null ? '移除' : `改为尾号${phone.slice(-4)}`
  const text = `账号${name}的手机号已于${toWireTime(at).slice(0, 16)}${now}，本号码不再用于登录。非本人操作请立即联系辖区消防救援机构`
  await handOverNotice(deps, former, text)
}
