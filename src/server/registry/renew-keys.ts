import { eq } from 'drizzle-orm'
import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import { proveAgain } from '../identity/change-password.ts'
import type { Session } from '../platform/session.ts'
import { newKey } from './building-key.ts'
import type { Context } from '../platform/implement.ts'
import { providerState } from './present-provider.ts'
import { lockProvider, setSecret } from './provider-review.store.ts'
import { unit } from '../schema/unit.table.ts'

/** The former secret ends at once. @throws AppError 400, 404, 409 before the review */
export async function renewKeys({ isvId, password }: { isvId: number; password: string }, ctx: Context<Session>) {
  await proveAgain(ctx, password, 'password')
  return ctx.write(async (tx) => {
    const row = await lockProvider(tx, isvId)
    if (!row) throw notThere()
    if (!PROVIDER_RULES.keys.when(providerState(row))) throw new AppError(409, PROVIDER_RULES.keys.otherwise)
    const secret = newKey(ctx.deps)
    await setSecret(tx, isvId, ctx.deps.secrets.seal(secret))
    const value = { isvId: String(isvId), name: row.name, appKey: row.appKey, secret }
    return { value, audit: { providerId: isvId, changed: ['secret'] } }
  })
}

/** The former secret ends at once. @throws AppError 403 for a provider */
export async function renewOwnUnitKey({ deps, session, write }: Context<Session>) {
  const { unitId } = session
  if (unitId === null) throw new AppError(403)
  return write(async (tx) => {
    const secret = newKey(deps)
    await tx
      .update(unit)
      .set({ secret: deps.secrets.seal(secret) })
      .where(eq(unit.id, unitId))
    return { value: { secret }, audit: { unitId, changed: ['secret'] } }
  })
}
