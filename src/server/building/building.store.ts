import { and, between, count, desc, eq, ilike, inArray, isNotNull, like, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { point } from '../point/point.table.ts'
import { provider } from '../provider/provider.table.ts'
import type { ListedBuilding } from './building.present.ts'
import { building } from './building.table.ts'

/** The most names a filter offers; whoever looks for another types it. */
const MOST_NAMES = 1000

export interface BuildingFilter {
  readonly search?: string | undefined
  readonly complexName?: string | undefined
  readonly accessStatus?: number | readonly number[] | undefined
  readonly approveStatus?: number | undefined
  readonly providerId?: number | undefined
}

/** Text as a pattern that finds it anywhere; what the pattern language would read into it is taken as it stands. */
const anywhere = (said: string) => `%${said.replace(/[\\%_]/g, '\\$&')}%`

/** The buildings in sight that a filter leaves. */
export function matchingBuildings(visible: SQL, filter: BuildingFilter): SQL | undefined {
  const { search = '', complexName = '', accessStatus, approveStatus, providerId } = filter
  return and(
    visible,
    search === '' ? undefined : like(building.sought, anywhere(search.toLowerCase())),
    complexName === '' ? undefined : ilike(building.complexName, anywhere(complexName)),
    accessStatus === undefined ? undefined : inArray(building.accessStatus, [accessStatus].flat()),
    approveStatus === undefined ? undefined : eq(building.approveStatus, approveStatus),
    providerId === undefined ? undefined : eq(building.providerId, providerId),
  )
}

/** Whose approval is under way or was refused. */
export const inApproval = isNotNull(building.approveStatus)

/** A page of buildings, newest first, with how many match; points are counted for the page's buildings alone. */
export async function listBuildings(
  db: Db,
  where: SQL | undefined,
  page: { currentPage: number; pageSize: number },
): Promise<{ rows: ListedBuilding[]; total: number }> {
  const found = await db
    .select({ building, providerName: provider.name })
    .from(building)
    .leftJoin(provider, eq(provider.id, building.providerId))
    .where(where)
    .orderBy(desc(building.id))
    .limit(page.pageSize)
    .offset((page.currentPage - 1) * page.pageSize)
  const points = await countPoints(
    db,
    found.map((row) => row.building.id),
  )
  const rows = found.map((row) => ({
    ...row.building,
    providerName: row.providerName,
    ...(points.get(row.building.id) ?? { points: 0, online: 0 }),
  }))
  return { rows, total: await countBuildings(db, where) }
}

async function countPoints(db: Db, ids: number[]): Promise<Map<number, { points: number; online: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: point.buildingId,
      points: count(),
      online: sql<number>`(count(*) filter (where ${point.online}))::int`,
    })
    .from(point)
    .where(inArray(point.buildingId, ids))
    .groupBy(point.buildingId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

async function countBuildings(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(building).where(where)
  return row?.total ?? 0
}

/** Names and numbers alone, for choosing a building. */
export async function listNames(db: Db, where: SQL | undefined, page: { currentPage: number; pageSize: number }) {
  const rows = await db
    .select({ id: building.id, name: building.name })
    .from(building)
    .where(where)
    .orderBy(desc(building.id))
    .limit(page.pageSize)
    .offset((page.currentPage - 1) * page.pageSize)
  return { rows, total: await countBuildings(db, where) }
}

/** How many of the buildings have each value of a status column. */
export async function countBy(
  db: Db,
  column: typeof building.accessStatus | typeof building.approveStatus,
  where: SQL | undefined,
): Promise<Map<number | null, number>> {
  const rows = await db.select({ status: column, number: count() }).from(building).where(where).groupBy(column)
  return new Map(rows.map(({ status, number }) => [status, number]))
}

/** The names of complexes, each once, in order. */
export async function listComplexes(db: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: building.complexName })
    .from(building)
    .where(where)
    .orderBy(building.complexName)
    .limit(MOST_NAMES)
  return rows.map(({ name }) => name)
}

/** Buildings whose latest score lies between the bounds, both included. */
export function scoredBetween(from: number | undefined, to: number | undefined): SQL | undefined {
  if (from === undefined && to === undefined) return undefined
  return between(building.latestScore, from ?? 0, to ?? 100)
}
