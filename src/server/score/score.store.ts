import { and, between, eq, sql, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { scoreDay } from './score.table.ts'

/** What a building of unknown area counts for in a weighted mean, in m². */
const UNKNOWN_AREA = 1000

/** What a building counts for in a mean. */
export const weight = sql`coalesce(nullif(${building.area}, 0), ${sql.raw(String(UNKNOWN_AREA))})`
const weightedMean = sql<number | null>`sum(${scoreDay.score} * ${weight}) / sum(${weight})`

/** A score as it is shown: one decimal. */
export const rounded = (score: number | null | undefined) =>
  score === null || score === undefined ? null : Math.round(score * 10) / 10

/** Day to area-weighted mean score of the buildings, for the days that have one. Days are `yyyy-MM-dd`, both ends included. */
export async function meansByDay(
  db: Db,
  buildings: SQL,
  from: string,
  to: string,
): Promise<Map<string, number | null>> {
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
  const latest = db
    .selectDistinctOn([scoreDay.buildingId], { buildingId: scoreDay.buildingId, score: scoreDay.score })
    .from(scoreDay)
    .where(between(scoreDay.day, from, to))
    .orderBy(scoreDay.buildingId, sql`${scoreDay.day} desc`)
    .as('latest')
  const [row] = await db
    .select({ mean: sql<number | null>`sum(${latest.score} * ${weight}) / sum(${weight})` })
    .from(building)
    .innerJoin(latest, eq(latest.buildingId, building.id))
    .where(buildings)
  return rounded(row?.mean)
}

/** The mean of a span's daily means, in points. */
export async function meanOfDays(db: Db, buildings: SQL, from: string, to: string): Promise<number | null> {
  const means = [...(await meansByDay(db, buildings, from, to)).values()].filter((mean) => mean !== null)
  return means.length === 0 ? null : rounded(means.reduce((sum, mean) => sum + mean, 0) / means.length)
}
