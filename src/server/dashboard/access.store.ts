import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../building/building.table.ts'
import { ACCESS_NOW, accessBefore, type AccessCounts, CONNECTED_THEN, standingIn } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { conditioned } from '../db/prepared.ts'
import { shareRead } from '../db/share-read.ts'
import { provider } from '../provider/provider.table.ts'
import { scoreDay } from '../score/score.table.ts'
import { areaBuildings, type Cells } from '../tally/tally.table.ts'
import { unit } from '../unit/unit.table.ts'

const accessNow = conditioned('access-now', (db, where) => db.select(ACCESS_NOW).from(building).where(where))

export async function countAccess(db: Db, buildings: SQL): Promise<AccessCounts & { failed: number }> {
  const [row] = await accessNow(db, buildings)
  return row ?? { accessed: 0, accessing: 0, none: 0, failed: 0 }
}

const reported = sql`exists (
  select 1 from ${scoreDay} where ${scoreDay.buildingId} = ${building.id} and ${scoreDay.day} = ${sql.placeholder('day')} and ${CONNECTED_THEN})`
const accessThen = conditioned('access-then', (db, where) =>
  db
    .select(accessBefore(sql.placeholder('before'), reported))
    .from(building)
    .where(where),
)

/** As {@link countAccess}, at an earlier moment: see `accessBefore`. @param day the Shanghai day that ended at `before` */
export async function countAccessBefore(db: Db, buildings: SQL, before: Date, day: string): Promise<AccessCounts> {
  const [row] = await accessThen(db, and(buildings, lt(building.createdAt, before)), {
    before: before.toISOString(),
    day,
  })
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

const served = sql<number>`count(*)::int`
const byProvider = conditioned('buildings-by-provider', (db, where) =>
  db
    .select({ id: provider.id, name: provider.name, value: served })
    .from(building)
    .innerJoin(provider, eq(provider.id, building.providerId))
    .where(where)
    .groupBy(provider.id, provider.name)
    .orderBy(desc(served), provider.id),
)

/** Providers by how many of the buildings they serve, most first. */
export const buildingsByProvider = (db: Db, buildings: SQL): Promise<{ id: number; name: string; value: number }[]> =>
  byProvider(db, buildings)

const settled = conditioned('settled-types', (db, where) =>
  db
    .select({ type: unit.type, units: sql<number>`count(distinct ${unit.id})::int` })
    .from(building)
    .innerJoin(buildingUnit, and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.kind, 'tenant')))
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(where)
    .groupBy(unit.type),
)

/** Supervision category to how many units have settled in the buildings; each unit counts once. */
export async function settledByType(db: Db, buildings: SQL): Promise<ReadonlyMap<number, number>> {
  const rows = await settled(db, buildings)
  return new Map(rows.map(({ type, units }) => [type, units]))
}
