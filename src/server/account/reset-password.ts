import { eq } from 'drizzle-orm'
import { forgetGuesses } from '../auth/guess.ts'
import { endSessionsOf, type Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import type { Account } from './account.store.ts'
import { account } from './account.table.ts'
import { oneTimePassword } from './one-time-password.ts'

/**
 * Gives an account a one-time password, told in the answer and nowhere else. Its session ends, it owes a change, and
 * who was locked out by failures may try again.
 */
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
  await forgetGuesses(ctx, own.account)
  return { id: String(id), account: own.account, password }
}
