import type { Account } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import { subnetOf } from '../http/caller-address.ts'
import { giveAllBack, type Take, takeAll } from '../http/take-all.ts'
import type { Context } from '../implement.ts'
import { UNWATCHED } from '../ops/unwatched.ts'
import { readBrowser } from './known-browser.ts'
import { type ProofWay, recordFailure } from './record-failure.ts'
import type { Session } from './session.ts'

/** Ten failures in fifteen minutes lock a caller out of an account for fifteen. Source: rulings, Sign-in. */
const FAILURES = { points: 10, windowSec: 900, blockSec: 900 }
/** An account as a whole, and a network over all accounts, bear a hundred an hour. */
const FAILURES_IN_ALL = { points: 100, windowSec: 3600, blockSec: 900 }

const PREFIX = 'guess:'

/** A comparison that may be a guess. */
export interface Guess {
  /** What is guessed at: an account's name or a phone, whether or not it exists. */
  readonly subject: string
  readonly account: Account | undefined
  readonly way: ProofWay
  /** The subject as the audit may name it. */
  readonly tried: string
}

export const nameSubject = (name: string) => `account:${name.toLowerCase()}`
export const phoneSubject = (phone: string) => `phone:${phone}`

/** The caller's own limit is the last; the others are shared with callers elsewhere. */
function limitsOf(ctx: Context<unknown>, { subject, account }: Guess): Take[] {
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
 * Runs a comparison of a stranger's proof. It is counted before and given back after a success, so that a thousand at
 * once cannot pass. A browser that signed in to the account before has a limit of its own.
 * @throws AppError 429 while the caller, the account or the network is locked: nothing is compared then
 */
export const guess = <T>(ctx: Context<unknown>, what: Guess, compare: () => Promise<T>): Promise<T> =>
  compareWithin(ctx, limitsOf(ctx, what), what, compare)

/** As {@link guess}, for the password of the session's own account: its limit is the account's own. */
export function guessOwn<T>(ctx: Context<Session>, compare: () => Promise<T>): Promise<T> {
  const { account: name, accountId } = ctx.session
  const what = { subject: nameSubject(name), tried: name, way: 'again' as const, accountId }
  return compareWithin(ctx, [{ key: `${PREFIX}session:${accountId}`, rule: FAILURES }], what, compare)
}

async function compareWithin<T>(
  ctx: Context<unknown>,
  takes: readonly Take[],
  {
    account,
    accountId = account?.id,
    way,
    tried,
  }: Partial<Guess> & Pick<Guess, 'way' | 'tried'> & { accountId?: number },
  compare: () => Promise<T>,
): Promise<T> {
  const { deps, now } = ctx
  const { allowed, retryAfterSec, left } = await takeAll(deps.limits, takes, now)
  if (!allowed) {
    ;(deps.operation ?? UNWATCHED).metrics.signedIn(way, 'refused')
    throw new AppError(429, `登录失败次数过多，请 ${Math.ceil(retryAfterSec / 60)} 分钟后再试`)
  }
  try {
    const proven = await compare()
    const own = takes.at(-1)
    if (own) await deps.limits.clear(own.key)
    await giveAllBack(deps.limits, takes.slice(0, -1))
    return proven
  } catch (error) {
    if (error instanceof AppError)
      await recordFailure(ctx, { way, tried, accountId, reason: left.includes(0) ? 'locked' : 'wrong' })
    throw error
  }
}

/** Forgets all failures on an account: its owner, or who answers for it, has proved themselves another way. */
export const forgetGuesses = ({ deps }: Pick<Context<unknown>, 'deps'>, account: string) =>
  deps.limits.clearStarting(`${PREFIX}${nameSubject(account)}`)
