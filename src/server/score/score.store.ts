import { and, between, eq, sql, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { shareRead } from '../db/share-read.ts'
import { areaScoreDay, type Cells } from '../tally/tally.table.ts'
import { tallyScores } from '../tally/tally.store.ts'
import { scoreDay } from './score.table.ts'
import { weight } from './weight.store.ts'

const weightedMean = sql<number | null>`sum(${scoreDay.score} * ${weight}) / sum(${weight})`

/** A score as it is shown: one decimal. */
export const rounded = (score: number | null | undefined) =>
  score === null || score === undefined ? null : Math.round(score * 10) / 10

/** An area-weighted mean as it is shown; null of nothing. */
export const meanOf = ({ weight, weighted }: { readonly weight: number; readonly weighted: number }) =>
  weight > 0 ? rounded(weighted / weight) : null

/** Which buildings a score is of, and the cells that add up to the same where there are such. */
export interface Scored {
  readonly buildings: SQL
  readonly cells?: Cells | undefined
}

/** Day to area-weighted mean score of the buildings, for the days that have one. Days are `yyyy-MM-dd`, both ends included. */
export async function meansByDay(
  db: Db,
  { buildings, cells }: Scored,
  from: string,
  to: string,
): Promise<Map<string, number | null>> {
  if (cells) {
    const means = await shareRead(db, `scores ${cells.key} ${from} ${to}`, () =>
      tallyScores(db, cells.where(areaScoreDay), from, to),
    )
    return new Map([...means].map(([day, mean]) => [day, rounded(mean)]))
  }
  const rows = await db
    .select({ day: scoreDay.day, mean: weightedMean })
    .from(scoreDay)
    .innerJoin(building, eq(building.id, scoreDay.buildingId))
    .where(and(buildings, between(scoreDay.day, from, to)))
    .groupBy(scoreDay.day)
  return new Map(rows.map((row) => [row.day, rounded(row.mean)]))
}

/** The area-weighted mean of the latest scores the buildings have, none older than `from`. */
export async function latestMean(db: Db, buildings: SQL, from: string, to: string): Promise<number | null> {
  const [row] = await db
    .select({ mean: sql<number | null>`sum(${building.latestScore} * ${weight}) / sum(${weight})` })
    .from(building)
    .where(and(buildings, between(building.scoredOn, from, to)))
  return rounded(row?.mean)
}

/** The mean of the daily means of a span, of those told, in points. */
export function meanOfDays(means: ReadonlyMap<string, number | null>, from: string, to: string): number | null {
  const told = [...means].flatMap(([day, mean]) => (mean !== null && from <= day && day <= to ? [mean] : []))
  return told.length === 0 ? null : rounded(told.reduce((sum, mean) => sum + mean, 0) / told.length)
}
