import { and, asc, desc, eq, getTableColumns, gt, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { building, REGISTER_COLUMNS, type RegisterChanges } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, type Page } from '../platform/db/prepared.ts'
import { unit } from '../schema/unit.table.ts'
import { approval } from '../schema/approval.table.ts'
import { inBatches } from '../platform/db/in-batches.ts'

export type Application = typeof approval.$inferSelect & {
  readonly unitName: string
  readonly buildingName: string
  readonly approver: string | null
  readonly current: RegisterChanges
}

export interface ReviewFilter {
  readonly searchValue: string
  /** Empty: all. */
  readonly approveStatus: readonly number[]
}

const current = Object.fromEntries(REGISTER_COLUMNS.map((name) => [name, building[name]])) as Pick<
  typeof building,
  (typeof REGISTER_COLUMNS)[number]
>
const columns = {
  ...getTableColumns(approval),
  unitName: unit.name,
  buildingName: building.name,
  approver: account.name,
  current,
}
const newestFirst = [desc(approval.appliedAt), desc(approval.id)]

function matching(buildings: SQL, { searchValue, approveStatus }: ReviewFilter): SQL | undefined {
  const pattern = `%${searchValue.replace(/[\\%_]/g, '\\$&')}%`
  const [only] = approveStatus
  return and(
    buildings,
    isNull(approval.withdrawnAt),
    approveStatus.length === 1 && only !== undefined ? eq(approval.status, only) : undefined,
    approveStatus.length > 1 ? inArray(approval.status, [...approveStatus]) : undefined,
    // Lets the planner use the index.
    approveStatus.length > 1 && !approveStatus.includes(0) ? gt(approval.status, 0) : undefined,
    searchValue === ''
      ? undefined
      : or(ilike(unit.name, pattern), ilike(building.name, pattern), ilike(approval.reason, pattern)),
  )
}

const joined = (db: Db) =>
  db
    .select(columns)
    .from(approval)
    .innerJoin(building, eq(building.id, approval.buildingId))
    .innerJoin(unit, eq(unit.id, approval.unitId))
    .leftJoin(account, eq(account.id, approval.decidedBy))

const countRows = (db: Db, where: SQL | undefined) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(approval)
    .innerJoin(building, eq(building.id, approval.buildingId))
    .innerJoin(unit, eq(unit.id, approval.unitId))
    .where(where)

const applicationPage = preparedPage('applications', {
  rows: (db, where) =>
    joined(db)
      .where(where)
      .orderBy(...newestFirst),
  count: countRows,
})

const waitingPage = preparedPage('applications-waiting', {
  rows: (db, where) => joined(db).where(where).orderBy(asc(approval.appliedAt), asc(approval.id)),
  count: countRows,
})

/** The longest waiting first. */
export const listWaiting = (
  db: Db,
  buildings: SQL,
  filter: ReviewFilter,
  page: Page,
): Promise<{ rows: Application[]; total: number }> => waitingPage(db, matching(buildings, filter), page)

/** Earlier ones of the same building, newest first. */
export const earlierApplications = (
  db: Db,
  { id, buildingId }: Pick<Application, 'id' | 'buildingId'>,
  most: number,
): Promise<Application[]> =>
  joined(db)
    .where(and(eq(approval.buildingId, buildingId), lt(approval.id, id), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(most)

/** Newest first. @param buildings condition: buildings in scope */
export const listApplications = (
  db: Db,
  buildings: SQL,
  filter: ReviewFilter,
  page: Page,
): Promise<{ rows: Application[]; total: number }> => applicationPage(db, matching(buildings, filter), page)

const behind = ({ appliedAt, id }: Application) =>
  or(lt(approval.appliedAt, appliedAt), and(eq(approval.appliedAt, appliedAt), lt(approval.id, id)))

export const eachApplication = (db: Db, buildings: SQL, filter: ReviewFilter): AsyncGenerator<Application> =>
  inBatches<Application>((after, most) =>
    joined(db)
      .where(and(matching(buildings, filter), after && behind(after)))
      .orderBy(...newestFirst)
      .limit(most),
  )

export async function newestApplication(db: Db, buildingId: number): Promise<Application | undefined> {
  const [row] = await joined(db)
    .where(and(eq(approval.buildingId, buildingId), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(1)
  return row
}

export async function findApplication(db: Db, buildings: SQL, id: number): Promise<Application | undefined> {
  const [row] = await joined(db)
    .where(and(buildings, eq(approval.id, id)))
    .orderBy(asc(approval.id))
  return row
}
