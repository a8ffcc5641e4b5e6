import { and, eq, gt } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import { findAccountByPhone, setPassword } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import { networkOf } from '../http/caller-address.ts'
import type { Handler } from '../implement.ts'
import { failuresOf } from './prove-password.ts'
import { takeSmsCode } from './sms-code.ts'
import { recovery } from './sms-code.table.ts'
import { endSessionsOf } from './session.ts'

/** How long after step 1 a password may be set. */
const LIFE_MS = 10 * 60_000

/** Step 2 is tried this often at most: it is told apart only by phone and address. */
const TRIES = { points: 10, windowSec: 600, blockSec: 0 }

const unproven = () => new AppError(403, '请先完成手机号验证')

/** Step 1: proves the phone, and lets its address set the password. Says nothing of whether an account has it. */
export const recover: Handler<typeof auth.recover> = async ({ phone, checkCode }, ctx) => {
  await takeSmsCode(ctx, phone, checkCode)
  const found = await findAccountByPhone(ctx.db, phone)
  const row = {
    address: networkOf(ctx.address),
    expiresAt: new Date(ctx.now.getTime() + LIFE_MS),
    known: found !== undefined,
  }
  return ctx.write(async (tx) => {
    await tx
      .insert(recovery)
      .values({ phone, ...row })
      .onConflictDoUpdate({ target: recovery.phone, set: row })
    return { value: null, audit: {}, ...(found && { accountId: found.id }) }
  })
}

/** Step 2: sets the password. The call names only the phone, so it must come from where step 1 was passed. */
export const resetPassword: Handler<typeof auth.resetPassword> = async ({ phone, password }, ctx) => {
  const network = networkOf(ctx.address)
  const { allowed } = await ctx.deps.limits.take(`recover:${phone}:${network}`, TRIES, ctx.now)
  if (!allowed) throw new AppError(429)
  const here = and(eq(recovery.phone, phone), eq(recovery.address, network), gt(recovery.expiresAt, ctx.now))
  // Asked before the password is hashed: hashing is slow on purpose, and strangers must not buy it.
  if ((await ctx.db.select({ phone: recovery.phone }).from(recovery).where(here)).length === 0) throw unproven()
  const passwordHash = await ctx.deps.passwords.hash(password)
  const name = await ctx.write(async (tx) => {
    const [passed] = await tx.delete(recovery).where(here).returning()
    if (!passed) throw unproven()
    const changed = await findAccountByPhone(tx, phone)
    if (!changed) throw unproven()
    await setPassword(tx, changed.id, passwordHash)
    await endSessionsOf(tx, changed.id, 'password', ctx.now)
    return { value: changed.account, audit: { account: changed.account }, accountId: changed.id }
  })
  // After the transaction: the counters are no part of it, and the embedded database has one connection.
  await ctx.deps.limits.clear(failuresOf(name))
  return null
}
