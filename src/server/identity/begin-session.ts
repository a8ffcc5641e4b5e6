import { type Account, lockAccount } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Context } from '../platform/implement.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { markBrowser } from './known-browser.ts'
import { recordFailure } from './record-failure.ts'
import { endSessionsOf, insertSession } from '../platform/session.ts'

export type SignInAction = 'auth.signIn' | 'auth.smsSignIn' | 'auth.ticketSignIn'

const WAYS = { 'auth.signIn': 'password', 'auth.smsSignIn': 'sms', 'auth.ticketSignIn': 'ticket' } as const

const disabled = () => new AppError(403, '账号已停用，请联系辖区消防救援机构启用')

export type SignInContext = Pick<Context<unknown>, 'deps' | 'now' | 'address' | 'write' | 'cookie' | 'setCookie'>

/** Ends the previous session. @throws AppError 403 if the account is disabled */
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
    // One live session per account.
    const own = await lockAccount(tx, found.id)
    // May have changed since the proof.
    if (!own || own.passwordHash !== found.passwordHash)
      throw new AppError(400, '账号或密码错误，请核对；忘记密码请点击“忘记密码”')
    if (own.status !== 0) throw disabled()
    await endSessionsOf(tx, found.id, 'replaced', now)
    await insertSession(tx, { token, accountId: found.id, address, now })
    return { value: null, audit: { account: found.account }, accountId: found.id, action }
  })
  ;(deps.operations ?? NOOP_OPERATIONS).metrics.signedIn(WAYS[action], 'ok')
  markBrowser(ctx, found.id)
  return token
}
