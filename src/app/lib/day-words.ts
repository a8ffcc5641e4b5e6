import { addDays, shanghaiDay } from '#contract/time.ts'
import { weekdayOf } from './weekday.ts'

/** 今天, 昨天, 3月5日 周四, 2025年3月5日. */
export function dayWords(day: string, now: Date): string {
  const today = shanghaiDay(now)
  if (day === today) return '今天'
  if (day === addDays(today, -1)) return '昨天'
  const [year, month, date] = day.split('-').map(Number)
  if (!month) return day
  const words = `${month}月${date}日`
  return day.slice(0, 4) === today.slice(0, 4) ? `${words} ${weekdayOf(day)}` : `${year}年${words}`
}
