import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../schema/building.table.ts'
import { ACCESS_NOW, accessBefore, type AccessCounts, aggregateColumns } from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { coalesce } from '../platform/db/coalesce.ts'
import { provider } from '../schema/provider.table.ts'
import { scoreDay } from '../schema/score.table.ts'
import { areaBuildings, type Cells } from '../schema/tally.table.ts'
import { unit } from '../schema/unit.table.ts'

const accessNow = preparedWhere('access-now', (db, where) => db.select(ACCESS_NOW).from(building).where(where))

export async function countAccess(db: Db, buildings: SQL): Promise<AccessCounts & { failed: number }> {
  const [row] = await accessNow(db, buildings)
  return row ?? { accessed: 0, accessing: 0, none: 0, failed: 0 }
}

const accessThen = preparedWhere('access-then', (db, where) =>
  db
    .select(accessBefore(sql.placeholder('before')))
    .from(building)
    .leftJoin(scoreDay, and(eq(scoreDay.buildingId, building.id), eq(scoreDay.day, sql.placeholder('day'))))
    .where(where),
)

/** @param day ended at `before` */
export async function countAccessBefore(db: Db, buildings: SQL, before: Date, day: string): Promise<AccessCounts> {
  const [row] = await accessThen(db, and(buildings, lt(building.createdAt, before)), {
    before: before.toISOString(),
    day,
  })
  return row ?? { accessed: 0, accessing: 0, none: 0 }
}

export interface StreetAggregate extends AccessCounts {
  readonly code: string
  readonly weight: number
  readonly weighted: number
}

export function aggregatesByStreet(
  db: Db,
  cells: Cells,
  days: { from: string; to: string },
): Promise<StreetAggregate[]> {
  return coalesce(db, `streets ${cells.key} ${days.from} ${days.to}`, () =>
    db
      .select({ code: areaBuildings.streetNo, ...aggregateColumns(areaBuildings, days) })
      .from(areaBuildings)
      .where(cells.where(areaBuildings))
      .groupBy(areaBuildings.streetNo)
      .having(sql`sum(${areaBuildings.buildings}) > 0`),
  )
}

const served = sql<number>`count(*)::int`
const byProvider = preparedWhere('buildings-by-provider', (db, where) =>
  db
    .select({ id: provider.id, name: provider.name, value: served })
    .from(building)
    .innerJoin(provider, eq(provider.id, building.providerId))
    .where(where)
    .groupBy(provider.id, provider.name)
    .orderBy(desc(served), provider.id),
)

export const buildingsByProvider = (db: Db, buildings: SQL): Promise<{ id: number; name: string; value: number }[]> =>
  byProvider(db, buildings)

const settled = preparedWhere('settled-types', (db, where) =>
  db
    .select({ type: unit.type, units: sql<number>`count(distinct ${unit.id})::int` })
    .from(building)
    .innerJoin(buildingUnit, and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.kind, 'tenant')))
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(where)
    .groupBy(unit.type),
)

export async function tenantsByType(db: Db, buildings: SQL): Promise<ReadonlyMap<number, number>> {
  const rows = await settled(db, buildings)
  return new Map(rows.map(({ type, units }) => [type, units]))
}
