import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { findAccountByPhone } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import { networkOf } from '../http/caller-address.ts'
import type { Context } from '../implement.ts'
import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { UNWATCHED } from '../ops/unwatched.ts'
import { smsCode } from './sms-code.table.ts'

const LIFE_MS = 5 * 60_000
const TRIES = 5
const DAY_SEC = 86_400

const TOO_OFTEN = '验证码发送过于频繁，请稍后再试'
const WRONG = '验证码错误或已过期'

const hashCode = (phone: string, code: string) => createHmac('sha256', phone).update(code).digest('base64url')

/** Six digits of a random token. */
const newDigits = (deps: Deps) =>
  String(Buffer.from(deps.newToken(), 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/**
 * Sends a code to a phone: one in 60 s and ten a day a phone, twenty an hour an address.
 * What happens is the same whether or not an account has the phone, save that then nothing is sent.
 */
export async function sendSmsCode({ deps, now, address }: Context<unknown>, phone: string): Promise<void> {
  // The address first: one that asks too often must not use up a phone's day.
  const limits = [
    [`sms:address:${networkOf(address)}`, { points: 20, windowSec: 3600, blockSec: 0 }],
    [`sms:minute:${phone}`, { points: 1, windowSec: 60, blockSec: 0 }],
    [`sms:day:${phone}`, { points: 10, windowSec: DAY_SEC, blockSec: 0 }],
  ] as const
  for (const [key, rule] of limits) {
    if (!(await deps.limits.take(key, rule, now)).allowed) throw new AppError(429, TOO_OFTEN, { phone: TOO_OFTEN })
  }
  const code = deps.settings.fixedSmsCode ?? newDigits(deps)
  const row = { codeHash: hashCode(phone, code), expiresAt: new Date(now.getTime() + LIFE_MS), triesLeft: TRIES }
  await deps.db
    .insert(smsCode)
    .values({ phone, ...row })
    .onConflictDoUpdate({ target: smsCode.phone, set: row })
  const known = await findAccountByPhone(deps.db, phone)
  // Not waited for: an answer that takes longer would tell that the phone is known.
  if (known) void handOver(deps, phone, code)
}

async function handOver({ sms, log, operation }: Deps, phone: string, code: string): Promise<void> {
  const { metrics } = operation ?? UNWATCHED
  try {
    await sms.send(phone, code)
    metrics.codeSent('sent')
  } catch (error) {
    metrics.codeSent('failed')
    log.error({ err: loggable(error) }, 'SMS not sent')
  }
}

/**
 * Takes the code a phone was sent: it serves once and bears five tries.
 * @throws AppError 400 at the code's field
 */
export async function takeSmsCode({ deps, now }: Context<unknown>, phone: string, code: string): Promise<void> {
  const wrong = () => new AppError(400, WRONG, { checkCode: WRONG })
  // The try is spent before the comparison, so that many at once can't have more than there are.
  const [row] = await deps.db
    .update(smsCode)
    .set({ triesLeft: sql`${smsCode.triesLeft} - 1` })
    .where(and(eq(smsCode.phone, phone), gt(smsCode.triesLeft, 0), gt(smsCode.expiresAt, now)))
    .returning()
  if (!row || !timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hashCode(phone, code)))) throw wrong()
  const gone = await deps.db
    .delete(smsCode)
    .where(and(eq(smsCode.phone, phone), eq(smsCode.codeHash, row.codeHash)))
    .returning()
  if (gone.length === 0) throw wrong()
}
