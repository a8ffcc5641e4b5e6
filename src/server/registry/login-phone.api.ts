import { loginPhone } from '#contract/login-phone.ts'
import { maskPhone } from '#contract/mask-phone.ts'
import { AppError } from '../platform/app-error.ts'
import { proveAgain } from '../identity/change-password.ts'
import type { Session } from '../platform/session.ts'
import { handOver, keepCode, newCodeFor, smsTakes, takeCode, takeSmsTurn } from '../identity/sms-code.ts'
import type { Context } from '../platform/implement.ts'
import { implement } from '../platform/implement.ts'
import { findOwnUnit } from './unit.store.ts'
import { type Account, findAccount } from '../identity/account.store.ts'
import { informFormerPhone, needOtherPhone, phoneCodeCaller, writeLoginPhone } from '../identity/login-phone.ts'

/** All phones together: an unattended session must not send SMS to strangers. */
const CODES_A_DAY = { points: 10, windowSec: 86_400, blockSec: 0 }

async function needOwn({ db, session }: Context<Session>): Promise<Account> {
  const own = await findAccount(db, session.accountId)
  if (!own) throw new AppError(401)
  return own
}

export const loginPhoneApi = implement(loginPhone, {
  async detail(_input, ctx) {
    const { phone } = await needOwn(ctx)
    const managers = (await findOwnUnit(ctx.db, ctx.session))?.safeManagerPhone || null
    const isManagers = phone !== null && phone === managers
    return { phone: phone && maskPhone(phone), proposed: isManagers ? null : managers, isManagers }
  },

  async sendCode({ phone }, ctx) {
    const own = await needOwn(ctx)
    needOtherPhone(own, phone)
    const caller = phoneCodeCaller(own.id)
    await takeSmsTurn(ctx, [...smsTakes(phone, caller), { key: `sms:${caller}`, rule: CODES_A_DAY }])
    const code = newCodeFor(ctx.deps)
    await keepCode(ctx, phone, code, [caller])
    // Even to another account's phone: reveals nothing.
    void handOver(ctx.deps, phone, code)
    return null
  },

  async change({ phone, checkCode, password }, ctx) {
    const own = await proveAgain(ctx, password, 'password')
    needOtherPhone(own, phone)
    await takeCode(ctx, phone, phoneCodeCaller(own.id), checkCode)
    const former = await writeLoginPhone(ctx, own, phone)
    void informFormerPhone(ctx.deps, { former, name: own.account, phone, at: ctx.now })
    return null
  },
})
