import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { maskPhone } from '#contract/mask-phone.ts'
import { type Account, findAccountByPhone } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { networkOf, subnetOf } from '../http/caller-address.ts'
import { loggable } from '../http/loggable.ts'
import { giveAllBack, type Take, takeAll } from '../http/take-all.ts'
import type { Context } from '../implement.ts'
import { UNWATCHED } from '../ops/unwatched.ts'
import { guess, phoneSubject } from './guess.ts'
import { markBrowser, readBrowser } from './known-browser.ts'
import { takePicture } from './picture.ts'
import type { ProofWay } from './record-failure.ts'
import { phoneCode } from './sms-code.table.ts'

const LIFE_MS = 5 * 60_000
const TRIES = 5
const A_DAY = { points: 10, windowSec: 86_400, blockSec: 0 }
const A_MINUTE = { points: 1, windowSec: 60, blockSec: 0 }
const ADDRESS_AN_HOUR = { points: 20, windowSec: 3600, blockSec: 0 }
/** Codes a day to one phone from callers it does not know, before each of them needs a picture code. */
const FROM_STRANGERS = { points: 30, windowSec: 86_400, blockSec: 0 }
/** Codes a day that such a caller is sent without a picture code. Source: rulings, B6. */
const WITHOUT_PICTURE = 2

const TOO_OFTEN = '验证码发送过于频繁，请稍后再试'
const WRONG = '验证码错误或已过期'
const NEEDS_PICTURE = '请输入图形验证码'

const hashCode = (phone: string, code: string) => createHmac('sha256', phone).update(code).digest('base64url')

/** Six digits of a random token. */
export const newDigits = (deps: Pick<Deps, 'newToken'>) =>
  String(Buffer.from(deps.newToken(), 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

export const newCodeFor = (deps: Deps) => deps.settings.fixedSmsCode ?? newDigits(deps)

/** @throws AppError 429 at the phone */
export async function takeSmsTurn({ deps, now }: Context<unknown>, takes: readonly Take[]): Promise<readonly number[]> {
  const { allowed, left } = await takeAll(deps.limits, takes, now)
  if (!allowed) throw new AppError(429, TOO_OFTEN, { phone: TOO_OFTEN })
  return left
}

/** The limits of one sender and one phone: one code in 60 s and ten a day; the day's is the last. */
export const smsTakes = (phone: string, sender: string): Take[] => [
  { key: `sms:minute:${phone}:${sender}`, rule: A_MINUTE },
  { key: `sms:day:${phone}:${sender}`, rule: A_DAY },
]

interface Asked {
  readonly phone: string
  readonly photographCode?: string | undefined
  readonly photographToken?: string | undefined
}

/**
 * Sends a code to a phone. Limits are those of phone and caller together, so that a stranger uses up nobody else's; a
 * caller that never signed in to the account needs a picture code for the third in a day. All of it is the same whether or
 * not an account has the phone, save that then nothing is sent.
 * @throws AppError 429 at the phone, 400 at `photographCode`
 */
export async function sendSmsCode(ctx: Context<unknown>, asked: Asked): Promise<void> {
  const { deps, address } = ctx
  const { phone } = asked
  const account = await findAccountByPhone(deps.db, phone)
  const browser = readBrowser(ctx)
  if (browser && account && browser.accounts.includes(account.id))
    await takeSmsTurn(ctx, smsTakes(phone, `browser:${browser.id}`))
  else await takeStrangersTurn(ctx, asked)
  const code = newCodeFor(deps)
  // A client that keeps no cookies is told apart by its network.
  const callers = browser
    ? [`browser:${browser.id}`]
    : [`browser:${markBrowser(ctx).id}`, `network:${subnetOf(address)}`]
  await keepCode(ctx, phone, code, callers)
  // Not waited for: an answer that takes longer would tell that the phone is known.
  if (account) void handOver(deps, phone, code)
}

async function takeStrangersTurn(ctx: Context<unknown>, { phone, photographCode, photographToken }: Asked) {
  const { deps, now, address } = ctx
  const takes = [
    { key: `sms:address:${networkOf(address)}`, rule: ADDRESS_AN_HOUR },
    ...smsTakes(phone, subnetOf(address)),
  ]
  const left = await takeSmsTurn(ctx, takes)
  const overall = { key: `sms:strangers:${phone}`, rule: FROM_STRANGERS }
  const isMany = !(await deps.limits.take(overall.key, overall.rule, now)).allowed
  if (!isMany && A_DAY.points - (left.at(-1) ?? 0) <= WITHOUT_PICTURE) return
  const isRight = photographToken && photographCode && (await takePicture(deps, photographToken, photographCode))
  if (isRight) return
  await giveAllBack(deps.limits, isMany ? takes : [...takes, overall])
  const text = photographCode ? WRONG : NEEDS_PICTURE
  throw new AppError(400, text, { photographCode: text })
}

/** Stores a code for each of the callers that may use it; the code a caller had before serves no more. */
export async function keepCode(
  { deps, now }: Context<unknown>,
  phone: string,
  code: string,
  callers: readonly string[],
): Promise<void> {
  const row = { codeHash: hashCode(phone, code), expiresAt: new Date(now.getTime() + LIFE_MS), triesLeft: TRIES }
  for (const caller of callers)
    await deps.db
      .insert(phoneCode)
      .values({ phone, caller, ...row })
      .onConflictDoUpdate({ target: [phoneCode.phone, phoneCode.caller], set: row })
}

/** Sends the code. A failure is logged and counted. @returns whether it was sent */
export async function handOver(
  { sms, log, operation }: Pick<Deps, 'sms' | 'log' | 'operation'>,
  phone: string,
  code: string,
): Promise<boolean> {
  const { metrics } = operation ?? UNWATCHED
  try {
    await sms.send(phone, code)
    metrics.codeSent('sent')
    return true
  } catch (error) {
    metrics.codeSent('failed')
    log.error({ err: loggable(error) }, 'SMS not sent')
    return false
  }
}

/**
 * Takes the code a phone was sent for this caller: it serves once and bears five tries.
 * @throws AppError 400 at the code's field, 429 while the caller is locked
 */
export async function takeSmsCode(
  ctx: Context<unknown>,
  { phone, code, account, way }: { phone: string; code: string; account: Account | undefined; way: ProofWay },
): Promise<void> {
  const browser = readBrowser(ctx)
  const caller = browser ? `browser:${browser.id}` : `network:${subnetOf(ctx.address)}`
  const what = { subject: phoneSubject(phone), account, way, tried: maskPhone(phone) }
  await guess(ctx, what, () => takeCode(ctx, phone, caller, code))
}

/** @throws AppError 400 at the code's field */
export async function takeCode(
  { deps, now }: Context<unknown>,
  phone: string,
  caller: string,
  code: string,
): Promise<void> {
  const wrong = () => new AppError(400, WRONG, { checkCode: WRONG })
  const own = and(eq(phoneCode.phone, phone), eq(phoneCode.caller, caller))
  // The try is spent before the comparison, so that many at once can't have more than there are.
  const [row] = await deps.db
    .update(phoneCode)
    .set({ triesLeft: sql`${phoneCode.triesLeft} - 1` })
    .where(and(own, gt(phoneCode.triesLeft, 0), gt(phoneCode.expiresAt, now)))
    .returning()
  if (!row || !timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hashCode(phone, code)))) throw wrong()
  const served = and(eq(phoneCode.phone, phone), eq(phoneCode.codeHash, row.codeHash))
  const gone = await deps.db.delete(phoneCode).where(served).returning({ caller: phoneCode.caller })
  if (!gone.some((one) => one.caller === caller)) throw wrong()
}
