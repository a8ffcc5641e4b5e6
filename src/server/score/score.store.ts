import { and, between, sql, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import type { Standing } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { conditioned } from '../db/prepared.ts'
import { shareRead } from '../db/share-read.ts'
import { areaScoreDay, type Cells } from '../tally/tally.table.ts'
import { tallyScores } from '../tally/tally.store.ts'
import { scoreDay } from './score.table.ts'
import { weight } from './weight.store.ts'

// `offset 0` has the buildings found first: a plan for any days takes these for few and looks every day's building up.
const dailyMeans = conditioned('daily-means', (db, where) =>
  db
    .select({ day: sql<string>`d.day`, mean: sql<number | null>`sum(d.score * b.weight) / sum(b.weight)` })
    .from(
      sql`(select ${building.id} as id, ${weight} as weight from ${building} where ${where} offset 0) b
      join ${scoreDay} d on d.building_id = b.id`,
    )
    .where(between(sql`d.day`, sql.placeholder('from'), sql.placeholder('to')))
    .groupBy(sql`d.day`),
)

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

/** What several figures are made from, for who asks for them together: each reads once, however often it is asked. */
export interface ScoreReadings {
  standing(): Promise<Standing[]>
  /** {@link latestMean} of the buildings. */
  latest(): Promise<number | null>
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
  const rows = await dailyMeans(db, buildings, { from, to })
  return new Map(rows.map((row) => [row.day, rounded(row.mean)]))
}

const mean = conditioned('latest-mean', (db, where) =>
  db
    .select({ mean: sql<number | null>`sum(${building.latestScore} * ${weight}) / sum(${weight})` })
    .from(building)
    .where(where),
)

/** The area-weighted mean of the latest scores the buildings have, none older than `from`. */
export async function latestMean(db: Db, buildings: SQL, from: string, to: string): Promise<number | null> {
  const [row] = await mean(db, and(buildings, between(building.scoredOn, from, to)))
  return rounded(row?.mean)
}

/** The mean of the daily means of a span, of those told, in points. */
export function meanOfDays(means: ReadonlyMap<string, number | null>, from: string, to: string): number | null {
  const told = [...means].flatMap(([day, mean]) => (mean !== null && from <= day && day <= to ? [mean] : []))
  return told.length === 0 ? null : rounded(told.reduce((sum, mean) => sum + mean, 0) / told.length)
}
