import { and, between, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { areaPoints, areaScoreDay } from './tally.table.ts'

/** Points of an area by its tallies. @param where from `cellsOfArea` */
export async function tallyPoints(db: Db, where: SQL): Promise<{ total: number; online: number; alarmPoints: number }> {
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${areaPoints.points}), 0)::int`,
      online: sql<number>`coalesce(sum(${areaPoints.online}), 0)::int`,
      alarmPoints: sql<number>`coalesce(sum(${areaPoints.alarmPoints}), 0)::int`,
    })
    .from(areaPoints)
    .where(where)
  return row ?? { total: 0, online: 0, alarmPoints: 0 }
}

/** Day to area-weighted mean score of an area, for the days that have one; both ends included. */
export async function tallyScores(db: Db, where: SQL, from: string, to: string): Promise<Map<string, number>> {
  const rows = await db
    .select({
      day: areaScoreDay.day,
      mean: sql<number>`(sum(${areaScoreDay.weighted}) / sum(${areaScoreDay.weight}))::float8`,
    })
    .from(areaScoreDay)
    .where(and(where, between(areaScoreDay.day, from, to)))
    .groupBy(areaScoreDay.day)
    .having(sql`sum(${areaScoreDay.buildings}) > 0`)
  return new Map(rows.map(({ day, mean }) => [day, mean]))
}

/**
 * Folds the ledgers: one row a district, type and day. Rows that others are adding stay out of it.
 * @returns how many rows there are fewer
 */
export async function compactTallies(db: Db): Promise<number> {
  const { rows } = await db.execute<{ fewer: number }>(sql`
    with many_points as (
      select county, building_type from area_points group by 1, 2 having count(*) > 1),
    gone_points as (
      delete from area_points a using many_points m where (a.county, a.building_type) = (m.county, m.building_type) returning a.*),
    kept_points as (
      insert into area_points select county, building_type, sum(points), sum(online), sum(alarm_points) from gone_points
      group by 1, 2 returning 1),
    many_scores as (
      select day, county, building_type from area_score_day group by 1, 2, 3 having count(*) > 1),
    gone_scores as (
      delete from area_score_day a using many_scores m
      where (a.day, a.county, a.building_type) = (m.day, m.county, m.building_type) returning a.*),
    kept_scores as (
      insert into area_score_day select day, county, building_type, sum(buildings), sum(weight), sum(weighted)
      from gone_scores group by 1, 2, 3 returning 1)
    select ((select count(*) from gone_points) - (select count(*) from kept_points)
      + (select count(*) from gone_scores) - (select count(*) from kept_scores))::int as fewer`)
  return rows[0]?.fewer ?? 0
}
