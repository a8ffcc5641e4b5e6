import { sql, type SQL } from 'drizzle-orm'
import { score, type ScoreTrend } from '#contract/score.ts'
import { addDays, shanghaiDay } from '#contract/time.ts'
import type { Session } from '../auth/session.ts'
import { buildingsOfArea, chosenBuildings } from '../building/building.scope.ts'
import { type Context, implement } from '../implement.ts'
import { latestMean, meanOfDays, meansByDay } from './score.store.ts'

/** How old a latest score may be and still count as current. */
const CURRENT_DAYS = 7
const EVERY_BUILDING = sql`true`

export const scoreApi = implement(score, {
  async current(input, { db, session, now }) {
    const today = shanghaiDay(now)
    const where = await chosenBuildings(db, session, input)
    return { score: await latestMean(db, where, addDays(today, -CURRENT_DAYS), today) }
  },

  trend: async ({ days, ...narrowing }, ctx) =>
    trendOf(ctx, await chosenBuildings(ctx.db, ctx.session, narrowing), days),

  overview: async ({ days, ...area }, ctx) => trendOf(ctx, buildingsOfArea(ctx.db, ctx.session, area), days),
})

/** The buildings' means day by day, beside the city's mean and last month's. */
async function trendOf({ db, now }: Context<Session>, where: SQL, days: number): Promise<ScoreTrend> {
  const today = shanghaiDay(now)
  const recent = addDays(today, -CURRENT_DAYS)
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = addDays(monthStart, -1)
  const byDay = await meansByDay(db, where, addDays(today, 1 - days), today)
  const thisMonth = await meanOfDays(db, where, monthStart, today)
  const lastMonth = await meanOfDays(db, where, `${lastMonthEnd.slice(0, 7)}-01`, lastMonthEnd)
  return {
    avgScore: await latestMean(db, EVERY_BUILDING, recent, today),
    totalScore: await latestMean(db, where, recent, today),
    comparedToLastMonthScore:
      thisMonth === null || lastMonth === null ? null : Math.round((thisMonth - lastMonth) * 10) / 10,
    chart: Array.from({ length: days }, (_, i) => addDays(today, i + 1 - days)).map((day) => ({
      dateTime: day,
      score: byDay.get(day) ?? null,
    })),
  }
}
