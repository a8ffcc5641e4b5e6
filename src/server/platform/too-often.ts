import { AppError } from './app-error.ts'
import type { Deps } from './deps.ts'
import type { LimitRule } from './rate-limit.ts'

const MINUTE_SEC = 60
const HOUR_SEC = 3600

function waitWords(seconds: number): string {
  if (seconds <= 2 * MINUTE_SEC) return `${Math.max(1, seconds)} 秒`
  if (seconds <= HOUR_SEC) return `${Math.ceil(seconds / MINUTE_SEC)} 分钟`
  return `${Math.ceil(seconds / HOUR_SEC)} 小时`
}

export const tooOftenWords = (what: string, seconds: number) => `${what}过于频繁，请 ${waitWords(seconds)}后再试`

/** @param seconds until the limit allows it again */
export const tooOften = (what: string, seconds: number) => new AppError(429, tooOftenWords(what, seconds))

interface Limited {
  readonly deps: Pick<Deps, 'limits'>
  readonly now: Date
}

/** @throws AppError 429 */
export async function limitRate({ deps, now }: Limited, key: string, rule: LimitRule, what: string): Promise<void> {
  const { allowed, retryAfterSec } = await deps.limits.take(key, rule, now)
  if (!allowed) throw tooOften(what, retryAfterSec)
}
