import { addDays, fromWireTime, shanghaiDay } from '#contract/time.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The moment the city is made for; everything in it lies before. */
export interface CityClock {
  readonly now: Date
  /** `yyyy-MM-dd` in Shanghai. */
  readonly today: string
  /** The Shanghai day so many days ago. */
  day(ago: number): string
  /** The instant so many milliseconds ago, in whole seconds. */
  before(ms: number): Date
  /** A Shanghai wall-clock time (`HH:mm` or `HH:mm:ss`) so many days ago; the present where that would lie ahead. */
  at(daysAgo: number, time: string): Date
  /** The last instant of that Shanghai day, or the present for today. */
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
