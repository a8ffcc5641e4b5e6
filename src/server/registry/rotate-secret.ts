import { OVERLAP_HOURS } from '#contract/provider-console.ts'
import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import { toWireTime } from '#contract/time.ts'
import { proveAgain } from '../identity/change-password.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { newKey } from './building-key.ts'
import { providerState } from './present-provider.ts'
import { lockProvider, setSecret } from './provider-review.store.ts'

export async function rotateSecret({ password }: { password: string }, ctx: Context<Session>) {
  await proveAgain(ctx, password, 'password')
  const id = ctx.session.providerId
  return ctx.write(async (tx) => {
    const row = id === null ? undefined : await lockProvider(tx, id)
    if (!row) throw notThere()
    if (!PROVIDER_RULES.keys.when(providerState(row))) throw new AppError(403, PROVIDER_RULES.keys.otherwise)
    const secret = newKey(ctx.deps)
    const formerUntil = new Date(ctx.now.getTime() + OVERLAP_HOURS * 3_600_000)
    await setSecret(tx, row.id, ctx.deps.secrets.seal(secret), { formerSecret: row.secret, formerUntil })
    return {
      value: { secret, formerUntil: toWireTime(formerUntil) },
      audit: { providerId: row.id, changed: ['secret'], after: { formerUntil } },
    }
  })
}
