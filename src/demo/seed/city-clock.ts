import { addDays, fromWireTime, shanghaiDay } from '#contract/time.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export interface CityClock {
  readonly now: Date
  readonly today: string
  day(ago: number): string
  /** Instant that many milliseconds ago, rounded to whole seconds. */
  before(ms: number): Date
  /** Capped at `now`. */
  at(daysAgo: number, time: string): Date
  /** Last second of that Shanghai day; capped at `now`. */
  endOf(daysAgo: number): Date
}

export function createClock(present: Date): CityClock {
  const now = new Date(Math.floor(present.getTime() / 1000) * 1000)
  const today = shanghaiDay(now)
  const midnight = fromWireTime(today).getTime()
  const days: string[] = []
  const day = (ago: number) => (days[ago] ??= addDays(today, -ago))
  const notAhead = (at: Date) => (at > now ? now : at)
  return {
    now,
    today,
    day,
    before: (ms) => new Date(now.getTime() - Math.max(0, Math.round(ms / 1000)) * 1000),
    at: (daysAgo, time) => notAhead(fromWireTime(`${day(daysAgo)} ${time.length === 5 ? `${time}:00` : time}`)),
    endOf: (daysAgo) => notAhead(new Date(midnight + (1 - daysAgo) * DAY - 1000)),
  }
}
