import type { ScoreTrend } from '#contract/score.ts'
import { changeFrom } from '#contract/shares.rules.ts'
import { addDays } from '#contract/time.ts'
import { cityAggregates, type AreaAggregate } from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { currentDays } from './current-days.ts'
import { latestMean, meanOf, meanOfDays, meansByDay, type Scored, type ScoreReads } from './score-mean.store.ts'

const meanOfCells = (cells: readonly AreaAggregate[]) =>
  meanOf({
    weight: cells.reduce((sum, { weight }) => sum + weight, 0),
    weighted: cells.reduce((sum, { weighted }) => sum + weighted, 0),
  })

export async function scoreTrend(
  db: Db,
  of: Scored,
  days: number,
  now: Date,
  read: Partial<ScoreReads> = {},
): Promise<ScoreTrend> {
  const { from, to } = currentDays(now)
  const monthStart = `${to.slice(0, 7)}-01`
  const lastMonthEnd = addDays(monthStart, -1)
  const lastMonthStart = `${lastMonthEnd.slice(0, 7)}-01`
  const first = addDays(to, 1 - days)
  const [byDay, city] = await Promise.all([
    meansByDay(db, of, first < lastMonthStart ? first : lastMonthStart, to),
    read.standing?.() ?? cityAggregates(db, currentDays(now)),
  ])
  const { buildings, cells } = of
  return {
    avgScore: meanOfCells(city),
    totalScore: cells
      ? meanOfCells(city.filter(cells.holds))
      : await (read.latest?.() ?? latestMean(db, buildings, from, to)),
    comparedToLastMonthScore: changeFrom(
      meanOfDays(byDay, lastMonthStart, lastMonthEnd),
      meanOfDays(byDay, monthStart, to),
    ),
    chart: Array.from({ length: days }, (_, i) => addDays(to, i + 1 - days)).map((day) => ({
      dateTime: day,
      score: byDay.get(day) ?? null,
    })),
  }
}
