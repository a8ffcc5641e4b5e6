import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { building } from '../schema/building.table.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, preparedWhere, type Page } from '../platform/db/prepared.ts'
import { OF_KIND, problemsMatching, problemColumns, type ProblemFilter } from './problem.store.ts'

const { fire: isFire, fault: isFault, offline: isOffline } = OF_KIND
const isOpen = isNull(problem.solvedAt)
const isUnprocessed = eq(problem.todoStatus, sql.raw('0'))

const columns = {
  ...problemColumns,
  height: building.height,
  apiId: point.apiId,
  deviceName: point.deviceName,
  floor: point.floor,
  zone: point.zone,
  descript: point.descript,
  latest: point.latest,
  handler: account.name,
}

const joined = (db: Db) =>
  db
    .select(columns)
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .leftJoin(point, eq(point.id, problem.pointId))
    .leftJoin(account, eq(account.id, problem.handledBy))

const perBuilding = (counted: SQL | undefined) =>
  sql`count(*) filter (where ${counted}) over (partition by ${problem.buildingId})`

/** Overdue fires, then buildings with most unprocessed faults; in each the oldest first, processed ones last. */
const gravestFirst = [
  desc(isFire),
  asc(sql`case when ${isFire} then ${problem.todoStatus} end`),
  asc(sql`case when ${isFire} then ${problem.happenedAt} end`),
  desc(perBuilding(and(isFault, isUnprocessed))),
  desc(perBuilding(sql`true`)),
  asc(problem.buildingId),
  asc(problem.todoStatus),
  asc(isOffline),
  asc(problem.happenedAt),
  asc(problem.id),
]

const count = (db: Db, where: SQL | undefined) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(where)

const idsOf = (db: Db, where: SQL | undefined) =>
  db.select({ id: problem.id }).from(problem).innerJoin(building, eq(building.id, problem.buildingId)).where(where)

const openPage = preparedPage('listed-problems-open', {
  rows: (db, where) => idsOf(db, where).orderBy(...gravestFirst),
  count,
})

const newestPage = preparedPage('listed-problems', {
  rows: (db, where) => idsOf(db, where).orderBy(desc(problem.happenedAt), desc(problem.id)),
  count,
})

const solvedPage = preparedPage('listed-problems-solved', {
  rows: (db, where) => idsOf(db, where).orderBy(desc(problem.solvedAt), desc(problem.id)),
  count,
})

const rowsOf = (db: Db, ids: readonly number[]) => joined(db).where(inArray(problem.id, [...ids]))

export type ListedRow = Awaited<ReturnType<typeof rowsOf>>[number]

export async function listAllProblems(db: Db, buildings: SQL, filter: ProblemFilter, page: Page) {
  const where = problemsMatching(buildings, filter)
  const read = filter.questionStatus === 0 ? openPage : filter.questionStatus === undefined ? newestPage : solvedPage
  const { rows: ids, total } = await read(db, where, page)
  if (ids.length === 0) return { rows: [], total }
  const rows = new Map(
    (
      await rowsOf(
        db,
        ids.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return { rows: ids.flatMap(({ id }) => rows.get(id) ?? []), total }
}

const number = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`

const kindCounts = preparedWhere('listed-problem-counts', (db, where) =>
  db
    .select({
      fires: number(and(isOpen, isFire)),
      faults: number(and(isOpen, isFault)),
      offline: number(and(isOpen, isOffline)),
      overdue: number(and(isOpen, sql`${problem.happenedAt} < ${sql.placeholder('dayAgo')}::timestamptz`)),
      solved: number(sql`${problem.solvedAt} is not null and ${problem.closedFor} is null`),
      closed: number(sql`${problem.closedFor} is not null`),
    })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(where),
)

const DAY_MS = 24 * 60 * 60_000
const NONE = { fires: 0, faults: 0, offline: 0, overdue: 0, solved: 0, closed: 0 }

export async function countByKind(db: Db, buildings: SQL, now: Date) {
  const [row] = await kindCounts(db, buildings, { dayAgo: new Date(now.getTime() - DAY_MS).toISOString() })
  return row ?? NONE
}

export function countInBuildings(db: Db, buildingIds: readonly number[]) {
  if (buildingIds.length === 0) return Promise.resolve([])
  return db
    .select({
      buildingId: problem.buildingId,
      buildingName: building.name,
      fires: number(isFire),
      faults: number(isFault),
      offline: number(isOffline),
      since: sql`min(${problem.happenedAt})`.mapWith(problem.happenedAt),
    })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(and(inArray(problem.buildingId, [...buildingIds]), isOpen))
    .groupBy(problem.buildingId, building.name)
}

export async function findListedProblem(db: Db, buildings: SQL, id: number): Promise<ListedRow | undefined> {
  const [row] = await joined(db).where(and(buildings, eq(problem.id, id)))
  return row
}
