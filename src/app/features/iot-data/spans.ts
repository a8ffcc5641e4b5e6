import { addDays, shanghaiDay } from '#contract/time.ts'
import { DAY_END, DAY_START, type TimeSpan } from '#app/ui/date-range-math.ts'

/** Source: document 2, section 4. */
const MONTH_DAYS = 30

const spanFrom = (first: string, today: string): TimeSpan => ({
  start: `${first} ${DAY_START}`,
  end: `${today} ${DAY_END}`,
})

export function lastMonth(now: Date): TimeSpan {
  const today = shanghaiDay(now)
  return spanFrom(addDays(today, -MONTH_DAYS), today)
}

export function currentDay(now: Date): TimeSpan {
  const today = shanghaiDay(now)
  return spanFrom(today, today)
}

export const ANY_TIME: TimeSpan = { start: '', end: '' }
