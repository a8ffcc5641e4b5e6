import { type Account, lockAccount } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import type { Context } from '../implement.ts'
import { UNWATCHED } from '../ops/unwatched.ts'
import { markBrowser } from './known-browser.ts'
import { recordFailure } from './record-failure.ts'
import { endSessionsOf, insertSession } from './session.ts'

/** The proof a session begins with, as the audit names it. */
export type SignInAction = 'auth.signIn' | 'auth.smsSignIn' | 'auth.ticketSignIn'

const WAYS = { 'auth.signIn': 'password', 'auth.smsSignIn': 'sms', 'auth.ticketSignIn': 'ticket' } as const

const disabled = () => new AppError(403, '账号已停用，请联系管理单位')

/** What a sign-in needs of its call. */
export type SignInContext = Pick<Context<unknown>, 'deps' | 'now' | 'address' | 'write' | 'cookie' | 'setCookie'>

/**
 * Begins a session of an account that proved itself; the one it had ends, whose next call is told so.
 * @returns the new token
 * @throws AppError 403 where the account is disabled
 */
export async function beginSession(ctx: SignInContext, found: Account, action: SignInAction): Promise<string> {
  const { deps, now, address, write } = ctx
  if (found.status !== 0) {
    const accountId = found.id
    if (action !== 'auth.ticketSignIn')
      await recordFailure(ctx, { way: WAYS[action], tried: found.account, accountId, reason: 'disabled' })
    throw disabled()
  }
  const token = deps.newToken()
  await write(async (tx) => {
    // Two sign-ins at once wait for each other here; one live session is left.
    const own = await lockAccount(tx, found.id)
    // What was proven may have changed meanwhile: another password, a disabled account.
    if (!own || own.passwordHash !== found.passwordHash) throw new AppError(400, '用户名或密码错误')
    if (own.status !== 0) throw disabled()
    await endSessionsOf(tx, found.id, 'replaced', now)
    await insertSession(tx, { token, accountId: found.id, address, now })
    return { value: null, audit: { account: found.account }, accountId: found.id, action }
  })
  ;(deps.operation ?? UNWATCHED).metrics.signedIn(WAYS[action], 'ok')
  markBrowser(ctx, found.id)
  return token
}
