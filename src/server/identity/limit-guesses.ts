import type { Account } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import { subnetOf } from '../platform/client-ip.ts'
import { returnLimits, type LimitTake, takeLimits } from '../platform/take-limits.ts'
import type { Context } from '../platform/implement.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { readBrowser } from './known-browser.ts'
import { type ProofWay, recordFailure } from './record-failure.ts'
import type { Session } from '../platform/session.ts'

/** Per caller and account. Source: rulings, Sign-in. */
const FAILURES = { points: 10, windowSec: 900, blockSec: 900 }
/** Account over all callers, network over all accounts. */
const FAILURES_IN_ALL = { points: 100, windowSec: 3600, blockSec: 900 }

const PREFIX = 'guess:'

export interface Guess {
  /** Name or phone, which need not exist. */
  readonly subject: string
  readonly account: Account | undefined
  readonly way: ProofWay
  /** The subject, masked for the audit. */
  readonly tried: string
}

export const nameSubject = (name: string) => `account:${name.toLowerCase()}`
export const phoneSubject = (phone: string) => `phone:${phone}`
const ownKey = (accountId: number) => `${PREFIX}session:${accountId}`

/** The caller's own limit is last; the others are shared. */
function limitsOf(ctx: Context<unknown>, { subject, account }: Guess): LimitTake[] {
  const browser = readBrowser(ctx)
  if (browser && account && browser.accounts.includes(account.id))
    return [{ key: `${PREFIX}${subject}:browser:${browser.id}`, rule: FAILURES }]
  const network = subnetOf(ctx.address)
  return [
    { key: `${PREFIX}network:${network}`, rule: FAILURES_IN_ALL },
    { key: `${PREFIX}${subject}`, rule: FAILURES_IN_ALL },
    { key: `${PREFIX}${subject}:${network}`, rule: FAILURES },
  ]
}

/**
 * Counts before the comparison and refunds on success: parallel tries cannot exceed it. Browsers that signed in
 * before have their own limit. @throws AppError 429
 */
export const limitGuesses = <T>(ctx: Context<unknown>, what: Guess, compare: () => Promise<T>): Promise<T> =>
  compareWithin(ctx, limitsOf(ctx, what), what, compare)

/** For the session's own account. */
export function limitOwnGuesses<T>(ctx: Context<Session>, compare: () => Promise<T>): Promise<T> {
  const { account: name, accountId } = ctx.session
  const what = { subject: nameSubject(name), tried: name, way: 'again' as const, accountId }
  return compareWithin(ctx, [{ key: ownKey(accountId), rule: FAILURES }], what, compare)
}

async function compareWithin<T>(
  ctx: Context<unknown>,
  takes: readonly LimitTake[],
  {
    account,
    accountId = account?.id,
    way,
    tried,
  }: Partial<Guess> & Pick<Guess, 'way' | 'tried'> & { accountId?: number },
  compare: () => Promise<T>,
): Promise<T> {
  const { deps, now } = ctx
  const { allowed, retryAfterSec, left } = await takeLimits(deps.limits, takes, now)
  if (!allowed) {
    ;(deps.operations ?? NOOP_OPERATIONS).metrics.signedIn(way, 'refused')
    const wait = `请 ${Math.ceil(retryAfterSec / 60)} 分钟后再试`
    throw new AppError(429, way === 'again' ? `密码输错次数过多，${wait}` : `登录失败次数过多，${wait}，或改用手机登录`)
  }
  try {
    const proven = await compare()
    const own = takes.at(-1)
    if (own) await deps.limits.clear(own.key)
    await returnLimits(deps.limits, takes.slice(0, -1))
    return proven
  } catch (error) {
    if (error instanceof AppError)
      await recordFailure(ctx, { way, tried, accountId, reason: left.includes(0) ? 'locked' : 'wrong' })
    throw error
  }
}

/** After another proof or a reset. */
export async function clearGuesses(
  { deps }: Pick<Context<unknown>, 'deps'>,
  { id, account }: Pick<Account, 'id' | 'account'>,
): Promise<void> {
  await deps.limits.clearStarting(`${PREFIX}${nameSubject(account)}`)
  await deps.limits.clear(ownKey(id))
}
