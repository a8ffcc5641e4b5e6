import { sql, type SQL } from 'drizzle-orm'
import type { ScoreTrend } from '#contract/score.ts'
import { changeFrom } from '#contract/shares.rules.ts'
import { addDays, shanghaiDay } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'
import { latestMean, meanOfDays, meansByDay } from './score.store.ts'

/** How old a latest score may be and still count as current. */
const CURRENT_DAYS = 7
const EVERY_BUILDING = sql`true`

/** The days among which a building's latest score still counts as current. */
export function currentDays(now: Date): { from: string; to: string } {
  const today = shanghaiDay(now)
  return { from: addDays(today, -CURRENT_DAYS), to: today }
}

/** The buildings' means day by day, beside the city's mean and last month's. */
export async function scoreTrend(db: Db, buildings: SQL, days: number, now: Date): Promise<ScoreTrend> {
  const { from, to } = currentDays(now)
  const monthStart = `${to.slice(0, 7)}-01`
  const lastMonthEnd = addDays(monthStart, -1)
  const byDay = await meansByDay(db, buildings, addDays(to, 1 - days), to)
  const thisMonth = await meanOfDays(db, buildings, monthStart, to)
  const lastMonth = await meanOfDays(db, buildings, `${lastMonthEnd.slice(0, 7)}-01`, lastMonthEnd)
  return {
    avgScore: await latestMean(db, EVERY_BUILDING, from, to),
    totalScore: await latestMean(db, buildings, from, to),
    comparedToLastMonthScore: changeFrom(lastMonth, thisMonth),
    chart: Array.from({ length: days }, (_, i) => addDays(to, i + 1 - days)).map((day) => ({
      dateTime: day,
      score: byDay.get(day) ?? null,
    })),
  }
}
