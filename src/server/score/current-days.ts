import { addDays, shanghaiDay } from '#contract/time.ts'

/** How old a latest score may be and still count as current. */
const CURRENT_DAYS = 7

/** The days among which a building's latest score still counts as current. */
export function currentDays(now: Date): { from: string; to: string } {
  const today = shanghaiDay(now)
  return { from: addDays(today, -CURRENT_DAYS), to: today }
}
