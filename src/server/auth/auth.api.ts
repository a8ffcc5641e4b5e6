import { auth } from '#contract/auth.ts'
import { AppError } from '../app-error.ts'
import { implement } from '../implement.ts'
import { findOwnUnit } from '../unit/unit.store.ts'
import { presentUser } from './auth.present.ts'
import { changePassword, proveAgain } from './change-password.ts'
import { createPicture } from './picture.ts'
import { recover, resetPassword } from './recover-password.ts'
import { signIn, unifiedSignIn } from './sign-in.ts'
import { sendSmsCode } from './sms-code.ts'
import { issueTicket } from './ticket.ts'
import { endSessionsOf } from './session.ts'

export const authApi = implement(auth, {
  picture: (_input, ctx) => createPicture(ctx),

  signIn,

  unifiedSignIn,

  async sendCode({ phone }, ctx) {
    await sendSmsCode(ctx, phone)
    return null
  },

  recover,

  resetPassword,

  changePassword,

  async detail(_input, { db, session }) {
    return presentUser(session, await findOwnUnit(db, session))
  },

  signOut: (_input, ctx) =>
    ctx.write(async (tx) => {
      await endSessionsOf(tx, ctx.session.accountId, 'signed-out', ctx.now)
      return { value: null, audit: {} }
    }),

  ticket: async (_input, ctx) => ({ ticket: await issueTicket(ctx) }),

  async revealSecret({ password }, ctx) {
    await proveAgain(ctx, password, 'password')
    const own = await findOwnUnit(ctx.db, ctx.session)
    if (!own) throw new AppError(404)
    return ctx.write(async () => ({ value: { secret: own.secret }, audit: { unitId: own.id } }))
  },
})
