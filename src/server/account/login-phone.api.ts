import { loginPhone } from '#contract/login-phone.ts'
import { maskPhone } from '#contract/mask-phone.ts'
import { AppError } from '../app-error.ts'
import { proveAgain } from '../auth/change-password.ts'
import type { Session } from '../auth/session.ts'
import { handOver, keepCode, newCodeFor, smsTakes, takeCode, takeSmsTurn } from '../auth/sms-code.ts'
import type { Context } from '../implement.ts'
import { implement } from '../implement.ts'
import { findOwnUnit } from '../unit/unit.store.ts'
import { type Account, findAccount } from './account.store.ts'
import { informFormerPhone, needOtherPhone, phoneCodeCaller, writeLoginPhone } from './login-phone.ts'

/** Codes to new phones an account may send in a day, whatever the phone: a left device must not send SMS to strangers. */
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
    // Sent whether or not the phone opens another account: only its holder learns which.
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
