import { and, between, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/open-db.ts'
import { coalesce } from '../platform/db/coalesce.ts'
import { areaPoints, areaScoreDay, type Cell, type Cells } from '../schema/tally.table.ts'

const POINT_SUMS = ['points', 'online', 'alarmPoints', 'alarms', 'faults', 'shields', 'alarmsOffline'] as const
type PointSums = Record<(typeof POINT_SUMS)[number], number>

const sumOf = (column: AnyPgColumn) => sql<number>`sum(${column})::int`

const cityPoints = (db: Db): Promise<(Cell & PointSums)[]> =>
  coalesce(db, 'points', () => {
    const { county, buildingType } = areaPoints
    return db
      .select({
        county,
        buildingType,
        points: sumOf(areaPoints.points),
        online: sumOf(areaPoints.online),
        alarmPoints: sumOf(areaPoints.alarmPoints),
        alarms: sumOf(areaPoints.alarms),
        faults: sumOf(areaPoints.faults),
        shields: sumOf(areaPoints.shields),
        alarmsOffline: sumOf(areaPoints.alarmsOffline),
      })
      .from(areaPoints)
      .groupBy(county, buildingType)
  })

export async function aggregatePoints(db: Db, cells: Cells): Promise<PointSums> {
  const sums: PointSums = { points: 0, online: 0, alarmPoints: 0, alarms: 0, faults: 0, shields: 0, alarmsOffline: 0 }
  for (const cell of (await cityPoints(db)).filter(cells.holds)) for (const of of POINT_SUMS) sums[of] += cell[of]
  return sums
}

export async function aggregateScores(db: Db, where: SQL, from: string, to: string): Promise<Map<string, number>> {
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

/** A key may have several rows. */
const LEDGERS = [
  {
    table: 'area_points',
    by: ['county', 'building_type'],
    sums: ['points', 'online', 'alarm_points', 'alarms', 'faults', 'shields', 'alarms_offline'],
  },
  { table: 'area_score_day', by: ['day', 'county', 'building_type'], sums: ['buildings', 'weight', 'weighted'] },
  {
    table: 'area_buildings',
    by: ['county', 'street_no', 'building_type', 'access_status', 'scored_on'],
    sums: ['buildings', 'weight', 'weighted'],
  },
  {
    table: 'area_standing',
    by: ['county', 'building_type', 'access_status', 'scored_on'],
    sums: ['buildings', 'weight', 'weighted'],
  },
  { table: 'area_served', by: ['county', 'building_type', 'provider_id'], sums: ['buildings'] },
] as const

/** @returns rows saved */
export async function compactAggregates(db: Db): Promise<number> {
  let fewer = 0
  for (const { table, by, sums } of LEDGERS) {
    const keys = by.join()
    const { rows } = await db.execute<{ fewer: number }>(
      sql.raw(`
      with many as (select ${keys} from ${table} group by ${keys} having count(*) > 1),
      gone as (
        delete from ${table} a using many m where (${by.map((of) => `a.${of}`).join()}) = (${by.map((of) => `m.${of}`).join()})
        returning a.*),
      kept as (
        insert into ${table} (${keys}, ${sums.join()}) select ${keys}, ${sums.map((of) => `sum(${of})`).join()} from gone
        group by ${keys} having ${sums.map((of) => `sum(${of}) <> 0`).join(' or ')} returning 1)
      select ((select count(*) from gone) - (select count(*) from kept))::int as fewer`),
    )
    fewer += rows[0]?.fewer ?? 0
  }
  return fewer
}
