import { and, asc, desc, eq, getTableColumns, gt, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { account } from '../account/account.table.ts'
import { building, REGISTER_COLUMNS, type RegisterChanges } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { listing, type Page } from '../db/prepared.ts'
import { unit } from '../unit/unit.table.ts'
import { approval } from './approval.table.ts'

export type Application = typeof approval.$inferSelect & {
  readonly unitName: string
  readonly buildingName: string
  /** Who decided. */
  readonly approver: string | null
  /** What the register has now. */
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
    // Says to the planner what the index of decided ones is made for.
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

const applicationPage = listing('applications', {
  rows: (db, where) =>
    joined(db)
      .where(where)
      .orderBy(...newestFirst),
  count: (db, where) =>
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(approval)
      .innerJoin(building, eq(building.id, approval.buildingId))
      .innerJoin(unit, eq(unit.id, approval.unitId))
      .where(where),
})

/** A page of applications, newest first, and how many match. @param buildings which are in sight */
export const listApplications = (
  db: Db,
  buildings: SQL,
  filter: ReviewFilter,
  page: Page,
): Promise<{ rows: Application[]; total: number }> => applicationPage(db, matching(buildings, filter), page)

/** Every matching application, newest first, read in batches so that memory stays flat. */
export async function* eachApplication(
  db: Db,
  buildings: SQL,
  filter: ReviewFilter,
  batch = 1000,
): AsyncGenerator<Application> {
  let after: Application | undefined
  for (;;) {
    const beyond =
      after &&
      or(
        lt(approval.appliedAt, after.appliedAt),
        and(eq(approval.appliedAt, after.appliedAt), lt(approval.id, after.id)),
      )
    const rows: Application[] = await joined(db)
      .where(and(matching(buildings, filter), beyond))
      .orderBy(...newestFirst)
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)
  }
}

/** The newest application about a building that was not withdrawn. */
export async function newestApplication(db: Db, buildingId: number): Promise<Application | undefined> {
  const [row] = await joined(db)
    .where(and(eq(approval.buildingId, buildingId), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(1)
  return row
}

/** An application in sight, with the names it is told by. */
export async function findApplication(db: Db, buildings: SQL, id: number): Promise<Application | undefined> {
  const [row] = await joined(db)
    .where(and(buildings, eq(approval.id, id)))
    .orderBy(asc(approval.id))
  return row
}
