import { limitRate } from '../platform/too-often.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { auth } from '#contract/auth.ts'
import { findAccountByPhone, setPassword } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import { networkOf } from '../platform/client-ip.ts'
import type { Handler } from '../platform/implement.ts'
import { clearGuesses } from './limit-guesses.ts'
import { needGoodPassword } from './need-good-password.ts'
import { endSessionsOf, hashToken } from '../platform/session.ts'
import { takeSmsCode } from './sms-code.ts'
import { recovery } from '../schema/sms-code.table.ts'

/** Seconds between step 1 and step 2. */
const LIFE_SEC = 600

/** Each costs a password hash. */
const TRIES = { points: 10, windowSec: LIFE_SEC, blockSec: 0 }

/** Sent only to the path of step 2. */
const COOKIE = { name: 'recovery', path: '/user/forgetPsdSecond' }

const unproven = () => new AppError(403, '验证已过期，请返回上一步重新获取验证码')

/** Does not reveal whether an account has the phone. */
export const recover: Handler<typeof auth.recover> = async ({ phone, checkCode }, ctx) => {
  const found = await findAccountByPhone(ctx.db, phone)
  await takeSmsCode(ctx, { phone, code: checkCode, account: found, way: 'recovery' })
  const token = ctx.deps.newToken()
  const row = {
    tokenHash: hashToken(token),
    // The previous version, which may still run, reads it.
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

/** Callers without the cookie do not use up tries. */
export const resetRecoveredPassword: Handler<typeof auth.resetPassword> = async ({ phone, password }, ctx) => {
  const token = ctx.cookie(COOKIE.name)
  if (!token) throw unproven()
  const tokenHash = hashToken(token)
  const proof = and(eq(recovery.phone, phone), eq(recovery.tokenHash, tokenHash), gt(recovery.expiresAt, ctx.now))
  if ((await ctx.db.select({ phone: recovery.phone }).from(recovery).where(proof)).length === 0) throw unproven()
  await limitRate(ctx, `recover:${tokenHash}`, TRIES, '操作')
  const own = await findAccountByPhone(ctx.db, phone)
  if (!own) throw unproven()
  await needGoodPassword(ctx.deps, { password, field: 'password', account: own })
  const passwordHash = await ctx.deps.passwords.hash(password)
  await ctx.write(async (tx) => {
    const [passed] = await tx.delete(recovery).where(proof).returning()
    const changed = passed && (await findAccountByPhone(tx, phone))
    if (changed?.id !== own.id) throw unproven()
    await setPassword(tx, own.id, passwordHash)
    await endSessionsOf(tx, own.id, 'password', ctx.now)
    return { value: null, audit: { account: own.account }, accountId: own.id }
  })
  ctx.setCookie({ ...COOKIE, value: '', maxAgeSec: 0 })
  // The counters are outside the transaction, and the embedded database has one connection.
  await clearGuesses(ctx, own)
  return null
}
