import { type Account, lockAccount } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import type { Context } from '../implement.ts'
import { endSessionsOf, insertSession } from './session.ts'

/** The proof a session begins with, as the audit names it. */
export type SignInAction = 'auth.signIn' | 'auth.smsSignIn' | 'auth.ticketSignIn'

/**
 * Begins a session of an account that proved itself; the one it had ends, whose next call is told so.
 * @returns the new token
 * @throws AppError 403 where the account is disabled
 */
export async function beginSession(
  { deps, now, address, write }: Pick<Context<unknown>, 'deps' | 'now' | 'address' | 'write'>,
  found: Account,
  action: SignInAction,
): Promise<string> {
  const token = deps.newToken()
  await write(async (tx) => {
    // Two sign-ins at once wait for each other here; one live session is left.
    const own = await lockAccount(tx, found.id)
    // What was proven may have changed meanwhile: another password, a disabled account.
    if (!own || own.passwordHash !== found.passwordHash) throw new AppError(400, '用户名或密码错误')
    if (own.status !== 0) throw new AppError(403, '账号已停用，请联系管理单位')
    await endSessionsOf(tx, found.id, 'replaced', now)
    await insertSession(tx, { token, accountId: found.id, address, now })
    return { value: null, audit: { account: found.account }, accountId: found.id, action }
  })
  return token
}
