import { auth } from '#contract/auth.ts'
import { implement } from '../platform/implement.ts'
import { CITY_NO, PROVINCE_NO } from '../reference/regions.ts'
import { findOwnUnit } from './unit.store.ts'
import { presentUser } from '../identity/auth.present.ts'
import { changePassword, proveAgain } from '../identity/change-password.ts'
import { deviceKeyOf } from '../identity/device-key.ts'
import { findOwnKeys, needOwnKeys } from './own-keys.ts'
import { renewOwnUnitKey } from './renew-keys.ts'
import { createPicture } from '../identity/picture.ts'
import { recover, resetRecoveredPassword } from '../identity/recover-password.ts'
import { signIn, unifiedSignIn } from '../identity/sign-in.ts'
import { sendSmsCode } from '../identity/sms-code.ts'
import { issueTicket } from '../identity/ticket.ts'
import { endSessionsOf } from '../platform/session.ts'

export const authApi = implement(auth, {
  picture: (_input, ctx) => createPicture(ctx),

  signIn,

  unifiedSignIn,

  async sendCode(input, ctx) {
    await sendSmsCode(ctx, input)
    return null
  },

  recover,

  resetPassword: resetRecoveredPassword,

  changePassword,

  async detail(_input, { db, deps, session }) {
    const own = await findOwnUnit(db, session)
    return presentUser(session, own, await findOwnKeys({ db, secrets: deps.secrets }, session, own), {
      provinceNo: PROVINCE_NO,
      cityNo: CITY_NO,
    })
  },

  signOut: (_input, ctx) =>
    ctx.write(async (tx) => {
      await endSessionsOf(tx, ctx.session.accountId, 'signed-out', ctx.now)
      return { value: null, audit: {} }
    }),

  ticket: async (_input, ctx) => ({ ticket: await issueTicket(ctx) }),

  async deviceKey({ device }, ctx) {
    return { key: await deviceKeyOf(ctx, device) }
  },

  async revealSecret({ password, renew }, ctx) {
    await proveAgain(ctx, password, 'password')
    if (renew) return renewOwnUnitKey(ctx)
    const own = await findOwnUnit(ctx.db, ctx.session)
    const { secret } = await needOwnKeys({ db: ctx.db, secrets: ctx.deps.secrets }, ctx.session, own)
    return ctx.write(async () => ({
      value: { secret },
      audit: own ? { unitId: own.id } : { providerId: ctx.session.providerId },
    }))
  },
})
