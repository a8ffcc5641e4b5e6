import { and, asc, count, desc, eq, gt, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../schema/building.table.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { point } from '../schema/point.table.ts'
import { unit } from '../schema/unit.table.ts'
import { inCategory } from '../registry/managed-unit.store.ts'
import { inBatches } from '../platform/db/in-batches.ts'

interface Page {
  readonly currentPage: number
  readonly pageSize: number
}

const offset = ({ currentPage, pageSize }: Page) => (currentPage - 1) * pageSize

function selectPoints(db: Db) {
  return db
    .select({ point, buildingName: building.name })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
}

type PointOfBuilding = Awaited<ReturnType<ReturnType<typeof selectPoints>['execute']>>[number]

export interface PointsFilter {
  /** Undefined: both. */
  readonly online: boolean | undefined
  readonly search: string
}

function matchingPoints(buildings: SQL, { online, search }: PointsFilter): SQL | undefined {
  const pattern = likePattern(search)
  const columns = [point.deviceNo, point.deviceName, point.floor, point.zone, building.name]
  return and(
    buildings,
    online === undefined ? undefined : eq(point.online, online),
    search === '' ? undefined : or(...columns.map((column) => ilike(column, pattern))),
  )
}

export async function listDrillDownPoints(
  db: Db,
  buildings: SQL,
  filter: PointsFilter,
  page: Page,
): Promise<{ rows: PointOfBuilding[]; total: number }> {
  const where = matchingPoints(buildings, filter)
  const rows = await selectPoints(db)
    .where(where)
    .orderBy(asc(point.online), sql`${point.reportedAt} nulls first`, asc(point.id))
    .limit(page.pageSize)
    .offset(offset(page))
  const [found] = await db
    .select({ total: count() })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(where)
  return { rows, total: found?.total ?? 0 }
}

export const eachDrillDownPoint = (db: Db, buildings: SQL, filter: PointsFilter): AsyncGenerator<PointOfBuilding> =>
  inBatches((after, most) =>
    selectPoints(db)
      .where(and(matchingPoints(buildings, filter), gt(point.id, after?.point.id ?? 0)))
      .orderBy(asc(point.id))
      .limit(most),
  )

const tenants = (buildings: SQL) => and(buildings, eq(buildingUnit.kind, 'tenant'))

export async function listDrillDownTenants(
  db: Db,
  buildings: SQL,
  { type, ...page }: Page & { readonly type?: number | undefined },
) {
  const where = and(tenants(buildings), inCategory(type, 4))
  const rows = await db
    .select({
      unitId: unit.id,
      name: unit.name,
      type: unit.type,
      enteredAt: sql`min(${buildingUnit.enteredAt})`.mapWith(buildingUnit.enteredAt),
    })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(where)
    .groupBy(unit.id, unit.name, unit.type)
    .orderBy(asc(unit.name), asc(unit.id))
    .limit(page.pageSize)
    .offset(offset(page))
  const [found] = await db
    .select({ total: sql<number>`count(distinct ${unit.id})::int` })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(where)
  return { rows, total: found?.total ?? 0 }
}

export async function buildingsOfTenants(db: Db, buildings: SQL, unitIds: readonly number[]) {
  if (unitIds.length === 0) return []
  return db
    .select({ unitId: buildingUnit.unitId, buildingId: building.id, name: building.name })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .where(and(tenants(buildings), inArray(buildingUnit.unitId, [...unitIds])))
    .orderBy(desc(buildingUnit.enteredAt), asc(building.id))
}
