import { addDays, shanghaiDay } from '#contract/time.ts'

/** Age in days. */
const CURRENT_DAYS = 7

export function currentDays(now: Date): { from: string; to: string } {
  const today = shanghaiDay(now)
  return { from: addDays(today, -CURRENT_DAYS), to: today }
}
