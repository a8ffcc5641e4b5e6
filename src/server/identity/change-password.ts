import * as v from 'valibot'
import { type auth, changeAtWillForm, owedChangeForm } from '#contract/auth.ts'
import { fieldErrors } from '#contract/messages.ts'
import { type Account, findAccount, lockAccount, setPassword } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import { endSessionsOf, type Session } from '../platform/session.ts'
import type { Context, Handler } from '../platform/implement.ts'
import { limitOwnGuesses } from './limit-guesses.ts'
import { needGoodPassword } from './need-good-password.ts'

const ACCOUNT_CHANGED = '账号已变更，请重新登录后修改'

/** A failure counts as a failed sign-in. */
export async function proveAgain(ctx: Context<Session>, password: string, field: string): Promise<Account> {
  const own = await findAccount(ctx.db, ctx.session.accountId)
  return limitOwnGuesses(ctx, async () => {
    const right = await ctx.deps.passwords.verify(own?.passwordHash ?? null, password)
    if (!own || !right) throw new AppError(400, '密码错误', { [field]: '密码错误' })
    return own
  })
}

/** The authority changes only an initial password here. Source: document 1, section 6. */
export const changePassword: Handler<typeof auth.changePassword> = async (input, ctx) => {
  if (ctx.session.actor.role === 'government' && !ctx.session.owesPassword) throw new AppError(403)
  if (input.account && input.account !== ctx.session.account)
    throw new AppError(400, ACCOUNT_CHANGED, { account: ACCOUNT_CHANGED })
  const form = v.safeParse(ctx.session.owesPassword ? owedChangeForm : changeAtWillForm, input)
  if (!form.success) {
    const errors = fieldErrors(form.issues)
    throw new AppError(400, Object.values(errors)[0], errors)
  }
  const own = await proveAgain(ctx, input.oldPassword, 'oldPassword')
  await needGoodPassword(ctx.deps, { password: input.newPassword, field: 'newPassword', account: own })
  const passwordHash = await ctx.deps.passwords.hash(input.newPassword)
  return ctx.write(async (tx) => {
    const now = await lockAccount(tx, own.id)
    if (now?.passwordHash !== own.passwordHash || now.status !== 0) throw new AppError(409, ACCOUNT_CHANGED)
    await setPassword(tx, own.id, passwordHash)
    await endSessionsOf(tx, own.id, 'password', ctx.now)
    return { value: null, audit: {} }
  })
}
