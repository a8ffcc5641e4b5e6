import { and, desc, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../building/building.table.ts'
import { ACCESS_NOW, accessBefore, type AccessCounts, standingIn } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { shareRead } from '../db/share-read.ts'
import { point } from '../point/point.table.ts'
import { provider } from '../provider/provider.table.ts'
import { scoreDay } from '../score/score.table.ts'
import { areaBuildings, type Cells } from '../tally/tally.table.ts'
import { unit } from '../unit/unit.table.ts'

export async function countAccess(db: Db, buildings: SQL): Promise<AccessCounts & { failed: number }> {
  const [row] = await db.select(ACCESS_NOW).from(building).where(buildings)
  return row ?? { accessed: 0, accessing: 0, none: 0, failed: 0 }
}

/** As {@link countAccess}, at an earlier moment: see `accessBefore`. @param day the Shanghai day that ended at `before` */
export async function countAccessBefore(db: Db, buildings: SQL, before: Date, day: string): Promise<AccessCounts> {
  const reported = sql`exists (select 1 from ${scoreDay} d where d.building_id = ${building.id} and d.day = ${day})`
  const [row] = await db
    .select(accessBefore(before, reported))
    .from(building)
    .where(and(buildings, lt(building.createdAt, before)))
  return row ?? { accessed: 0, accessing: 0, none: 0 }
}

/** A district or street by its code: its buildings' access, and what their latest scores come to. */
export interface AreaStanding extends AccessCounts {
  readonly code: string
  readonly weight: number
  readonly weighted: number
}

/** How each street of an area stands. */
export function standingByStreet(db: Db, cells: Cells, days: { from: string; to: string }): Promise<AreaStanding[]> {
  return shareRead(db, `streets ${cells.key} ${days.from} ${days.to}`, () =>
    db
      .select({ code: areaBuildings.streetNo, ...standingIn(areaBuildings, days) })
      .from(areaBuildings)
      .where(cells.where(areaBuildings))
      .groupBy(areaBuildings.streetNo)
      .having(sql`sum(${areaBuildings.buildings}) > 0`),
  )
}

/** Providers by how many of the buildings they serve, most first. */
export async function buildingsByProvider(
  db: Db,
  buildings: SQL,
): Promise<{ id: number; name: string; value: number }[]> {
  const value = sql<number>`count(*)::int`
  return db
    .select({ id: provider.id, name: provider.name, value })
    .from(building)
    .innerJoin(provider, eq(provider.id, building.providerId))
    .where(and(buildings, isNotNull(building.providerId)))
    .groupBy(provider.id, provider.name)
    .orderBy(desc(value), provider.id)
}

/** Supervision category to how many units have settled in the buildings; each unit counts once. */
export async function settledByType(db: Db, buildings: SQL): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ type: unit.type, units: sql<number>`count(distinct ${unit.id})::int` })
    .from(building)
    .innerJoin(buildingUnit, and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.kind, 'tenant')))
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(buildings)
    .groupBy(unit.type)
  return new Map(rows.map(({ type, units }) => [type, units]))
}

/** How many points the buildings have, and how many of them are online. */
export async function countPoints(db: Db, buildings: SQL): Promise<{ points: number; online: number }> {
  const [row] = await db
    .select({
      points: sql<number>`count(${point.id})::int`,
      online: sql<number>`count(*) filter (where ${point.online})::int`,
    })
    .from(building)
    .innerJoin(point, eq(point.buildingId, building.id))
    .where(buildings)
  return row ?? { points: 0, online: 0 }
}
