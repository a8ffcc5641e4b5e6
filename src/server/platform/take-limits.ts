import type { LimitAnswer, LimitRule, Limits } from './rate-limit.ts'

export interface LimitTake {
  readonly key: string
  readonly rule: LimitRule
}

export type TakeLimitsResult = Omit<LimitAnswer, 'left'> & { readonly left: readonly number[] }

/** A refusal gives back the points of the earlier keys. */
export async function takeLimits(limits: Limits, takes: readonly LimitTake[], now: Date): Promise<TakeLimitsResult> {
  const left: number[] = []
  for (const [at, { key, rule }] of takes.entries()) {
    const answer = await limits.take(key, rule, now)
    if (!answer.allowed) {
      await returnLimits(limits, takes.slice(0, at))
      return { ...answer, left }
    }
    left.push(answer.left)
  }
  return { allowed: true, retryAfterSec: 0, left }
}

export async function returnLimits(limits: Limits, takes: readonly LimitTake[]): Promise<void> {
  for (const { key } of takes) await limits.giveBack(key)
}
