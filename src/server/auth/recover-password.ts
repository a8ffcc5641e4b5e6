import { and, eq, gt } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import { findAccountByPhone, setPassword } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import { networkOf } from '../http/caller-address.ts'
import type { Handler } from '../implement.ts'
import { forgetGuesses } from './guess.ts'
import { needGoodPassword } from './need-good-password.ts'
import { endSessionsOf, hashToken } from './session.ts'
import { takeSmsCode } from './sms-code.ts'
import { recovery } from './sms-code.table.ts'

/** How long after step 1 a password may be set. */
const LIFE_SEC = 600

/** Step 2 is tried this often at most: each try costs a password hash. */
const TRIES = { points: 10, windowSec: LIFE_SEC, blockSec: 0 }

/** The proof of step 1, for the address of step 2 alone. */
const COOKIE = { name: 'recovery', path: '/user/forgetPsdSecond' }

const unproven = () => new AppError(403, '请先完成手机号验证')

/** Step 1: proves the phone, and lets this client set the password. The answer is the same whether or not an account has it. */
export const recover: Handler<typeof auth.recover> = async ({ phone, checkCode }, ctx) => {
  const found = await findAccountByPhone(ctx.db, phone)
  await takeSmsCode(ctx, { phone, code: checkCode, account: found, way: 'recovery' })
  const token = ctx.deps.newToken()
  const row = {
    tokenHash: hashToken(token),
    // Read by the version before, which may run beside this one.
    address: networkOf(ctx.address),
    expiresAt: new Date(ctx.now.getTime() + LIFE_SEC * 1000),
    known: found !== undefined,
  }
  await ctx.write(async (tx) => {
    await tx
      .insert(recovery)
      .values({ phone, ...row })
      .onConflictDoUpdate({ target: recovery.phone, set: row })
    return { value: null, audit: {}, ...(found && { accountId: found.id }) }
  })
  ctx.setCookie({ ...COOKIE, value: token, maxAgeSec: LIFE_SEC })
  return null
}

/** Step 2: sets the password for the client that passed step 1. Callers without its cookie use up none of its tries. */
export const resetPassword: Handler<typeof auth.resetPassword> = async ({ phone, password }, ctx) => {
  const token = ctx.cookie(COOKIE.name)
  if (!token) throw unproven()
  const tokenHash = hashToken(token)
  const proof = and(eq(recovery.phone, phone), eq(recovery.tokenHash, tokenHash), gt(recovery.expiresAt, ctx.now))
  if ((await ctx.db.select({ phone: recovery.phone }).from(recovery).where(proof)).length === 0) throw unproven()
  const { allowed } = await ctx.deps.limits.take(`recover:${tokenHash}`, TRIES, ctx.now)
  if (!allowed) throw new AppError(429)
  const own = await findAccountByPhone(ctx.db, phone)
  if (!own) throw unproven()
  await needGoodPassword(ctx.deps, { password, field: 'password', account: own })
  const passwordHash = await ctx.deps.passwords.hash(password)
  await ctx.write(async (tx) => {
    const [passed] = await tx.delete(recovery).where(proof).returning()
    // The phone may open another account by now.
    const changed = passed && (await findAccountByPhone(tx, phone))
    if (changed?.id !== own.id) throw unproven()
    await setPassword(tx, own.id, passwordHash)
    await endSessionsOf(tx, own.id, 'password', ctx.now)
    return { value: null, audit: { account: own.account }, accountId: own.id }
  })
  ctx.setCookie({ ...COOKIE, value: '', maxAgeSec: 0 })
  // After the transaction: the counters are no part of it, and the embedded database has one connection.
  await forgetGuesses(ctx, own.account)
  return null
}
