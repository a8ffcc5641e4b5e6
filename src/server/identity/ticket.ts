import { and, eq, gt } from 'drizzle-orm'
import { findAccount } from './account.store.ts'
import type { Context } from '../platform/implement.ts'
import { beginSession, type SignInContext } from './begin-session.ts'
import { hashToken, type Session } from '../platform/session.ts'
import { ticket } from '../schema/ticket.table.ts'

/** Source: rulings, Sign-in. */
const LIFE_MS = 60_000

export async function issueTicket(ctx: Context<Session>): Promise<string> {
  const value = ctx.deps.newToken()
  await ctx.write(async (tx) => {
    await tx.insert(ticket).values({
      ticketHash: hashToken(value),
      accountId: ctx.session.accountId,
      expiresAt: new Date(ctx.now.getTime() + LIFE_MS),
    })
    return { value: null, audit: {} }
  })
  return value
}

export async function redeemTicket(ctx: SignInContext, value: string): Promise<string | null> {
  const [served] = await ctx.deps.db
    .delete(ticket)
    .where(and(eq(ticket.ticketHash, hashToken(value)), gt(ticket.expiresAt, ctx.now)))
    .returning()
  if (!served) return null
  const found = await findAccount(ctx.deps.db, served.accountId)
  return found ? beginSession(ctx, found, 'auth.ticketSignIn') : null
}
