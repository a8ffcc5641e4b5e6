import { and, avg, desc, isNotNull, like, or, sql, eq, type SQL } from 'drizzle-orm'
import type { LngLat } from '#contract/coordinates.ts'
import { building } from '../schema/building.table.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { CITY_NAME, DISTRICTS, districtName, streetName } from '../reference/regions.ts'

export interface FoundPlace {
  readonly gisX: number
  readonly gisY: number
  readonly within: 'exact' | 'street' | 'district'
}

/** A building's address, or its street, then names a place. */
const AT_BUILDING = 0.0007
const NEAR_BUILDING = 0.006

const located = and(isNotNull(building.gisX), isNotNull(building.gisY))

const inside = (typed: string) => likePattern(typed.toLowerCase())

/** Also a part of the text; longest first. */
async function findBuilding(db: Db, visible: SQL, typed: string): Promise<FoundPlace | null> {
  const [row] = await db
    .select({ gisX: building.gisX, gisY: building.gisY })
    .from(building)
    .where(
      and(
        visible,
        located,
        or(
          sql`position(${building.name} in ${typed}) > 0`,
          sql`length(${building.addressDetail}) > 3 and position(${building.addressDetail} in ${typed}) > 0`,
          typed.length > 2 ? like(building.sought, inside(typed)) : undefined,
        ),
      ),
    )
    .orderBy(desc(sql`length(${building.name})`), building.id)
    .limit(1)
  return row && row.gisX !== null && row.gisY !== null ? { gisX: row.gisX, gisY: row.gisY, within: 'exact' } : null
}

const stem = (name: string) => name.replace(/(街道|新区|镇|乡|区)$/, '')

export async function findPlace(db: Db, visible: SQL, address: string): Promise<FoundPlace | null> {
  const typed = address.replace(/\s+/g, '').replace(CITY_NAME, '')
  const exact = await findBuilding(db, visible, typed)
  if (exact) return exact
  const district =
    DISTRICTS.find(({ name }) => typed.includes(name)) ?? DISTRICTS.find(({ name }) => typed.includes(stem(name)))
  const streets = (district ? [district] : DISTRICTS).flatMap((of) => of.streets.map((street) => ({ ...street, of })))
  const street =
    streets.find(({ name }) => typed.includes(name)) ?? streets.find(({ name }) => typed.includes(stem(name)))
  if (street) {
    const [middle] = await db
      .select({ gisX: avg(building.gisX).mapWith(Number), gisY: avg(building.gisY).mapWith(Number) })
      .from(building)
      .where(and(visible, located, eq(building.streetNo, street.code)))
    if (middle?.gisX && middle.gisY) return { gisX: middle.gisX, gisY: middle.gisY, within: 'street' }
  }
  const known = district ?? street?.of
  return known?.center ? { gisX: known.center[0], gisY: known.center[1], within: 'district' } : null
}

/** Null: too far away. */
export async function namePlace(db: Db, visible: SQL, [lng, lat]: LngLat): Promise<string | null> {
  // cos(31°): a degree of longitude is shorter than one of latitude.
  const squared = sql<number>`power((${building.gisX} - ${lng}) * 0.857, 2) + power(${building.gisY} - ${lat}, 2)`
  const [nearest] = await db
    .select({ address: building.address, county: building.county, streetNo: building.streetNo, squared })
    .from(building)
    .where(
      and(
        visible,
        sql`${building.gisX} between ${lng - NEAR_BUILDING * 1.2} and ${lng + NEAR_BUILDING * 1.2}`,
        sql`${building.gisY} between ${lat - NEAR_BUILDING} and ${lat + NEAR_BUILDING}`,
      ),
    )
    .orderBy(squared)
    .limit(1)
  if (!nearest) return null
  const away = Math.sqrt(Number(nearest.squared))
  if (away <= AT_BUILDING && nearest.address) return nearest.address
  if (away > NEAR_BUILDING || !nearest.county) return null
  return `${CITY_NAME}${districtName(nearest.county)}${streetName(nearest.streetNo ?? '')}（${lng.toFixed(5)}，${lat.toFixed(5)}）`
}
