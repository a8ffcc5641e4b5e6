import { eq } from 'drizzle-orm'
import { clearGuesses } from './limit-guesses.ts'
import { endSessionsOf, type Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import type { Account } from './account.store.ts'
import { account } from '../schema/account.table.ts'
import { oneTimePassword } from './one-time-password.ts'

/** Only the response contains the password. Ends the session and lockouts. */
export async function resetPassword(
  ctx: Context<Session>,
  id: number,
  needAccount: (tx: Db, session: Session, id: number) => Promise<Account>,
) {
  const password = oneTimePassword(ctx.deps.newToken())
  const passwordHash = await ctx.deps.passwords.hash(password)
  const own = await ctx.write(async (tx) => {
    const found = await needAccount(tx, ctx.session, id)
    await tx.update(account).set({ passwordHash, mustChangePassword: true }).where(eq(account.id, id))
    await endSessionsOf(tx, id, 'password', ctx.now)
    return { value: found, audit: { accountId: id, account: found.account, unitId: found.unitId } }
  })
  await clearGuesses(ctx, own)
  return { id: String(id), account: own.account, password }
}
