import { between, eq, sql, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { rounded, weight } from './score.store.ts'
import { scoreDay } from './score.table.ts'

const latestScores = (db: Db, from: string, to: string) =>
  db
    .selectDistinctOn([scoreDay.buildingId], { buildingId: scoreDay.buildingId, score: scoreDay.score })
    .from(scoreDay)
    .where(between(scoreDay.day, from, to))
    .orderBy(scoreDay.buildingId, sql`${scoreDay.day} desc`)
    .as('latest')

/** District or street code to the area-weighted mean of its buildings' latest scores, none older than `from`. */
export async function meansByArea(
  db: Db,
  buildings: SQL,
  by: 'county' | 'streetNo',
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const latest = latestScores(db, from, to)
  const rows = await db
    .select({ code: building[by], mean: sql<number>`sum(${latest.score} * ${weight}) / sum(${weight})` })
    .from(building)
    .innerJoin(latest, eq(latest.buildingId, building.id))
    .where(buildings)
    .groupBy(building[by])
  return new Map(rows.map(({ code, mean }) => [code, rounded(mean) ?? 0]))
}

/** How many units have a score, and how many of them a lower one than `score`, both as they are shown. */
export async function countUnitsBelow(
  db: Db,
  score: number,
  from: string,
  to: string,
): Promise<{ units: number; lower: number }> {
  const { rows } = await db.execute<{ units: number; lower: number }>(sql`
    with latest as (
      select distinct on (d.building_id) d.building_id, d.score from ${scoreDay} d
      where d.day between ${from} and ${to} order by d.building_id, d.day desc),
    means as (
      select round((sum(latest.score * ${weight}) / sum(${weight}))::numeric, 1)::float8 as score
      from latest join ${building} on ${building.id} = latest.building_id
      join building_unit bu on bu.building_id = latest.building_id and bu.kind = 'bound'
      group by bu.unit_id)
    select count(*)::int as units, (count(*) filter (where means.score < ${score}))::int as lower from means`)
  return rows[0] ?? { units: 0, lower: 0 }
}
