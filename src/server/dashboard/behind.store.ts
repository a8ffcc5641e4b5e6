import { and, asc, count, desc, eq, gt, ilike, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../building/building.table.ts'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { point } from '../point/point.table.ts'
import { unit } from '../unit/unit.table.ts'

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
  /** Matches device number, device name, place or building name. */
  readonly search: string
}

function matchingPoints(buildings: SQL, { online, search }: PointsFilter): SQL | undefined {
  const pattern = holding(search)
  const columns = [point.deviceNo, point.deviceName, point.floor, point.zone, building.name]
  return and(
    buildings,
    online === undefined ? undefined : eq(point.online, online),
    search === '' ? undefined : or(...columns.map((column) => ilike(column, pattern))),
  )
}

/** A page of the buildings' points; those offline first, silent longest before others. */
export async function listPointsBehind(
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

/** Every matching point by its number, read in batches so that memory stays flat. */
export async function* eachPointBehind(
  db: Db,
  buildings: SQL,
  filter: PointsFilter,
  batch = 1000,
): AsyncGenerator<PointOfBuilding> {
  const where = matchingPoints(buildings, filter)
  let after = 0
  for (;;) {
    const rows: PointOfBuilding[] = await selectPoints(db)
      .where(and(where, gt(point.id, after)))
      .orderBy(asc(point.id))
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.point.id ?? after
  }
}

/** The supervision categories, with whatever none of the others knows among the last. */
const ofType = (type: number | undefined, others: readonly number[]) =>
  type === undefined ? undefined : type === 4 ? notInArray(unit.type, [...others]) : eq(unit.type, type)

const tenants = (buildings: SQL) => and(buildings, eq(buildingUnit.kind, 'tenant'))

/** A page of the units that have settled in the buildings, each once, by name. */
export async function listSettled(
  db: Db,
  buildings: SQL,
  { type, ...page }: Page & { readonly type?: number | undefined },
) {
  const where = and(tenants(buildings), ofType(type, [1, 2, 3]))
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

/** Which of the buildings the units have settled in, the latest first. */
export async function buildingsOfTenants(db: Db, buildings: SQL, unitIds: readonly number[]) {
  if (unitIds.length === 0) return []
  return db
    .select({ unitId: buildingUnit.unitId, buildingId: building.id, name: building.name })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .where(and(tenants(buildings), inArray(buildingUnit.unitId, [...unitIds])))
    .orderBy(desc(buildingUnit.enteredAt), asc(building.id))
}
