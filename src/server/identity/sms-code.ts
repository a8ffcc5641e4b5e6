import { createHmac, timingSafeEqual } from 'node:crypto'
import { tooOftenWords } from '../platform/too-often.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { maskPhone } from '#contract/mask-phone.ts'
import { type Account, findAccountByPhone } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Deps } from '../platform/deps.ts'
import { networkOf, subnetOf } from '../platform/client-ip.ts'
import { loggable } from '../platform/loggable.ts'
import { returnLimits, type LimitTake, takeLimits } from '../platform/take-limits.ts'
import type { Context } from '../platform/implement.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { limitGuesses, phoneSubject } from './limit-guesses.ts'
import { markBrowser, readBrowser } from './known-browser.ts'
import { takePicture } from './picture.ts'
import type { ProofWay } from './record-failure.ts'
import { phoneCode } from '../schema/sms-code.table.ts'

const LIFE_MS = 5 * 60_000
const TRIES = 5
const A_DAY = { points: 10, windowSec: 86_400, blockSec: 0 }
const A_MINUTE = { points: 1, windowSec: 60, blockSec: 0 }
const ADDRESS_AN_HOUR = { points: 20, windowSec: 3600, blockSec: 0 }
/** Per phone and day; then a picture code. */
const FROM_STRANGERS = { points: 30, windowSec: 86_400, blockSec: 0 }
/** Source: rulings, B6. */
const WITHOUT_PICTURE = 2

const WRONG = '验证码错误或已过期'
const NEEDS_PICTURE = '请输入图形验证码'

const hashCode = (phone: string, code: string) => createHmac('sha256', phone).update(code).digest('base64url')

export const newDigits = (deps: Pick<Deps, 'newToken'>) =>
  String(Buffer.from(deps.newToken(), 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

export const newCodeFor = (deps: Deps) => deps.settings.fixedSmsCode ?? newDigits(deps)

export async function takeSmsTurn(
  { deps, now }: Context<unknown>,
  takes: readonly LimitTake[],
): Promise<readonly number[]> {
  const { allowed, retryAfterSec, left } = await takeLimits(deps.limits, takes, now)
  if (!allowed) {
    const text = tooOftenWords('验证码发送', retryAfterSec)
    throw new AppError(429, text, { phone: text })
  }
  return left
}

/** The daily limit is last. */
export const smsTakes = (phone: string, sender: string): LimitTake[] => [
  { key: `sms:minute:${phone}:${sender}`, rule: A_MINUTE },
  { key: `sms:day:${phone}:${sender}`, rule: A_DAY },
]

interface Asked {
  readonly phone: string
  readonly photographCode?: string | undefined
  readonly photographToken?: string | undefined
}

/**
 * From a day's third code a caller unknown to the account needs a picture. @throws AppError 429 at the phone, 400 at
 * `photographCode`
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
  // Clients without cookies are identified by their network.
  const callers = browser
    ? [`browser:${browser.id}`]
    : [`browser:${markBrowser(ctx).id}`, `network:${subnetOf(address)}`]
  await keepCode(ctx, phone, code, callers)
  // Not awaited: the time would reveal that the phone is known.
  if (account) void handOver(deps, phone, code)
}

export async function sendApplicantCode(ctx: Context<unknown>, asked: Asked): Promise<void> {
  const { deps, address } = ctx
  await takeStrangersTurn(ctx, asked, 0)
  const code = newCodeFor(deps)
  const browser = readBrowser(ctx) ?? markBrowser(ctx)
  await keepCode(ctx, asked.phone, code, [`browser:${browser.id}`, `network:${subnetOf(address)}`])
  void handOver(deps, asked.phone, code)
}

async function takeStrangersTurn(
  ctx: Context<unknown>,
  { phone, photographCode, photographToken }: Asked,
  withoutPicture = WITHOUT_PICTURE,
) {
  const { deps, now, address } = ctx
  const takes = [
    { key: `sms:address:${networkOf(address)}`, rule: ADDRESS_AN_HOUR },
    ...smsTakes(phone, subnetOf(address)),
  ]
  const left = await takeSmsTurn(ctx, takes)
  const overall = { key: `sms:strangers:${phone}`, rule: FROM_STRANGERS }
  const isMany = !(await deps.limits.take(overall.key, overall.rule, now)).allowed
  if (!isMany && A_DAY.points - (left.at(-1) ?? 0) <= withoutPicture) return
  const isRight = photographToken && photographCode && (await takePicture(deps, photographToken, photographCode))
  if (isRight) return
  await returnLimits(deps.limits, isMany ? takes : [...takes, overall])
  const text = photographCode ? WRONG : NEEDS_PICTURE
  throw new AppError(400, text, { photographCode: text })
}

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

type Sender = Pick<Deps, 'sms' | 'log' | 'operations'>

/** A failure is logged and counted. @returns whether it was sent */
async function deliver({ log, operations: operation }: Sender, sending: () => Promise<void>): Promise<boolean> {
  const { metrics } = operation ?? NOOP_OPERATIONS
  try {
    await sending()
    metrics.codeSent('sent')
    return true
  } catch (error) {
    metrics.codeSent('failed')
    log.error({ err: loggable(error) }, 'SMS not sent')
    return false
  }
}

export const handOver = (deps: Sender, phone: string, code: string) => deliver(deps, () => deps.sms.send(phone, code))

export const handOverNotice = (deps: Sender, phone: string, text: string) =>
  deliver(deps, () => deps.sms.notify(phone, text))

/** @throws AppError 400, 429 while the caller is locked */
export async function takeSmsCode(
  ctx: Context<unknown>,
  { phone, code, account, way }: { phone: string; code: string; account: Account | undefined; way: ProofWay },
): Promise<void> {
  const browser = readBrowser(ctx)
  const caller = browser ? `browser:${browser.id}` : `network:${subnetOf(ctx.address)}`
  const what = { subject: phoneSubject(phone), account, way, tried: maskPhone(phone) }
  await limitGuesses(ctx, what, () => takeCode(ctx, phone, caller, code))
}

export async function takeCode(
  { deps, now }: Context<unknown>,
  phone: string,
  caller: string,
  code: string,
): Promise<void> {
  const wrong = () => new AppError(400, WRONG, { checkCode: WRONG })
  const own = and(eq(phoneCode.phone, phone), eq(phoneCode.caller, caller))
  // Before comparing: parallel tries cannot exceed the limit.
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
