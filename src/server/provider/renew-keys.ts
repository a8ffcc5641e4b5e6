import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import { AppError, notThere } from '../app-error.ts'
import { proveAgain } from '../auth/change-password.ts'
import type { Session } from '../auth/session.ts'
import { newKey } from '../building/building-key.ts'
import type { Context } from '../implement.ts'
import { stateOf } from './present-provider.ts'
import { lockProvider, setSecret } from './review.store.ts'

/**
 * Gives a provider a new secret; requests signed with the former one are refused from now on.
 * @throws AppError 400 for a wrong password of the caller's, 404 for an unknown provider, 409 before its review has passed
 */
export async function renewKeys({ isvId, password }: { isvId: number; password: string }, ctx: Context<Session>) {
  await proveAgain(ctx, password, 'password')
  return ctx.write(async (tx) => {
    const row = await lockProvider(tx, isvId)
    if (!row) throw notThere()
    if (!PROVIDER_RULES.keys.when(stateOf(row))) throw new AppError(409, PROVIDER_RULES.keys.otherwise)
    const secret = newKey(ctx.deps)
    await setSecret(tx, isvId, ctx.deps.secrets.seal(secret))
    const value = { isvId: String(isvId), name: row.name, appKey: row.appKey, secret }
    return { value, audit: { providerId: isvId, changed: ['secret'] } }
  })
}
