import { and, between, sql, type SQL } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'
import type { AreaAggregate } from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { coalesce } from '../platform/db/coalesce.ts'
import { areaScoreDay, type Cells } from '../schema/tally.table.ts'
import { aggregateScores } from './aggregates.store.ts'
import { scoreDay } from '../schema/score.table.ts'
import { weight } from './weight.store.ts'

// `offset 0`: buildings first.
const dailyMeans = preparedWhere('daily-means', (db, where) =>
  db
    .select({ day: sql<string>`d.day`, mean: sql<number | null>`sum(d.score * b.weight) / sum(b.weight)` })
    .from(
      sql`(select ${building.id} as id, ${weight} as weight from ${building} where ${where} offset 0) b
      join ${scoreDay} d on d.building_id = b.id`,
    )
    .where(between(sql`d.day`, sql.placeholder('from'), sql.placeholder('to')))
    .groupBy(sql`d.day`),
)

export const rounded = (score: number | null | undefined) =>
  score === null || score === undefined ? null : Math.round(score * 10) / 10

export const meanOf = ({ weight, weighted }: { readonly weight: number; readonly weighted: number }) =>
  weight > 0 ? rounded(weighted / weight) : null

/** `cells`: aggregates with the same sums. */
export interface Scored {
  readonly buildings: SQL
  readonly cells?: Cells | undefined
}

/** Reads shared by several figures of one request; each is executed once. */
export interface ScoreReads {
  standing(): Promise<AreaAggregate[]>
  latest(): Promise<number | null>
}

export async function meansByDay(
  db: Db,
  { buildings, cells }: Scored,
  from: string,
  to: string,
): Promise<Map<string, number | null>> {
  if (cells) {
    const means = await coalesce(db, `scores ${cells.key} ${from} ${to}`, () =>
      aggregateScores(db, cells.where(areaScoreDay), from, to),
    )
    return new Map([...means].map(([day, mean]) => [day, rounded(mean)]))
  }
  const rows = await dailyMeans(db, buildings, { from, to })
  return new Map(rows.map((row) => [row.day, rounded(row.mean)]))
}

const mean = preparedWhere('latest-mean', (db, where) =>
  db
    .select({ mean: sql<number | null>`sum(${building.latestScore} * ${weight}) / sum(${weight})` })
    .from(building)
    .where(where),
)

/** Weighted by area; both days inclusive. */
export async function latestMean(db: Db, buildings: SQL, from: string, to: string): Promise<number | null> {
  const [row] = await mean(db, and(buildings, between(building.scoredOn, from, to)))
  return rounded(row?.mean)
}

export function meanOfDays(means: ReadonlyMap<string, number | null>, from: string, to: string): number | null {
  const told = [...means].flatMap(([day, mean]) => (mean !== null && from <= day && day <= to ? [mean] : []))
  return told.length === 0 ? null : rounded(told.reduce((sum, mean) => sum + mean, 0) / told.length)
}
