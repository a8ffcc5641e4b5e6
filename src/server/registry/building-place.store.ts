import { and, count, isNull, or, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { LngLat } from '#contract/coordinates.ts'
import { EARTH_RADIUS } from '#contract/distance.ts'
import type { Db } from '../platform/db/open-db.ts'
import { building } from '../schema/building.table.ts'

const METRES_OF_DEGREE = (EARTH_RADIUS * Math.PI) / 180

/** Metres, as `distanceBetween`. */
export const distance = (lng: number | Placeholder, lat: number | Placeholder): SQL => sql`(2 * ${sql.raw(
  String(EARTH_RADIUS),
)}::float8 * asin(least(1, sqrt(
  power(sin(radians(${building.gisY} - ${lat}::float8) / 2), 2)
  + cos(radians(${lat}::float8)) * cos(radians(${building.gisY})) * power(sin(radians(${building.gisX} - ${lng}::float8) / 2), 2)))))`

export const isUnplaced = or(isNull(building.gisX), isNull(building.gisY))

/** The rectangle uses the index. */
export function isWithin([lng, lat]: LngLat, km: number): SQL | undefined {
  const metres = km * 1000
  const north = metres / METRES_OF_DEGREE
  const east = north / Math.cos(((Math.abs(lat) + north) * Math.PI) / 180)
  return and(
    sql`${building.gisY} between ${lat - north} and ${lat + north}`,
    sql`${building.gisX} between ${lng - east} and ${lng + east}`,
    sql`${distance(lng, lat)} <= ${metres}`,
  )
}

export async function countUnplaced(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ number: count() }).from(building).where(and(where, isUnplaced))
  return row?.number ?? 0
}
