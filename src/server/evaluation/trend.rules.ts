import type { TrendStep } from '#contract/alarm-statistics.ts'
import { addDays, fromWireTime, shanghaiDay } from '#contract/time.ts'

const DAY_MS = 24 * 3_600_000
const MOST_DAYS = 31
const MOST_WEEKS = 26

export interface TrendSpans {
  readonly step: TrendStep
  /** Starts, then the exclusive end. */
  readonly bounds: readonly Date[]
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
const monday = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Cut to the period. */
export function trendSpans(start: Date, end: Date): TrendSpans {
  const days =
    Math.round(
      (fromWireTime(shanghaiDay(new Date(end.getTime() - 1))).getTime() - fromWireTime(shanghaiDay(start)).getTime()) /
        DAY_MS,
    ) + 1
  const step = days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS * 7 ? 'week' : 'month'
  const next = {
    day: (day: string) => addDays(day, 1),
    week: (day: string) => addDays(monday(day), 7),
    month: (day: string) => firstOfMonth(addDays(firstOfMonth(day), 31)),
  }[step]
  const bounds = [start]
  for (let day = next(shanghaiDay(start)); fromWireTime(day) < end; day = next(day)) bounds.push(fromWireTime(day))
  return { step, bounds: [...bounds, end] }
}
