import type { LimitAnswer, LimitRule, Limits } from './rate-limit.ts'

/** One limit of several that hold together. */
export interface Take {
  readonly key: string
  readonly rule: LimitRule
}

/** As {@link LimitAnswer}; `left` is what each key has left, in the order of the takes. */
export type TakeAllAnswer = Omit<LimitAnswer, 'left'> & { readonly left: readonly number[] }

/** Uses up one point of every key, or of none: a refusal by a later key gives the earlier ones their point back. */
export async function takeAll(limits: Limits, takes: readonly Take[], now: Date): Promise<TakeAllAnswer> {
  const left: number[] = []
  for (const [at, { key, rule }] of takes.entries()) {
    const answer = await limits.take(key, rule, now)
    if (!answer.allowed) {
      await giveAllBack(limits, takes.slice(0, at))
      return { ...answer, left }
    }
    left.push(answer.left)
  }
  return { allowed: true, retryAfterSec: 0, left }
}

/** Undoes allowed takes. */
export async function giveAllBack(limits: Limits, takes: readonly Take[]): Promise<void> {
  for (const { key } of takes) await limits.giveBack(key)
}
