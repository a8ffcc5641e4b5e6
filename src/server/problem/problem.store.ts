import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { endOfWireTime, fromWireTime } from '#contract/time.ts'
import { openAlarmOf } from '../alarm/alarm-of.store.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { conditioned, listing, type Page } from '../db/prepared.ts'
import type { ProblemRow } from './problem.present.ts'
import { problem } from './problem.table.ts'

export interface ProblemFilter {
  readonly questionStatus?: 0 | 1 | 2 | undefined
  readonly status?: 0 | 1 | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly startSolveTime?: string | undefined
  readonly endSolveTime?: string | undefined
}

/** The alarm that a person decides to end the problem; null: no alarm causes it. */
const alarmId = sql<
  string | null
>`case when ${problem.cause} = 'alarm-unhandled' and ${problem.solvedAt} is null then ${openAlarmOf(problem.buildingId, problem.pointId)} end`
const columns = { ...getTableColumns(problem), buildingName: building.name, alarmId }
const newestFirst = [desc(problem.happenedAt), desc(problem.id)]

const IN_STATUS = {
  0: isNull(problem.solvedAt),
  1: and(isNotNull(problem.solvedAt), isNull(problem.closedFor)),
  2: isNotNull(problem.closedFor),
} as const

function matching(buildings: SQL, filter: ProblemFilter): SQL | undefined {
  return and(
    buildings,
    filter.questionStatus === undefined ? undefined : IN_STATUS[filter.questionStatus],
    filter.status === undefined ? undefined : eq(problem.todoStatus, filter.status),
    filter.startTime ? gte(problem.happenedAt, fromWireTime(filter.startTime)) : undefined,
    filter.endTime ? lt(problem.happenedAt, endOfWireTime(filter.endTime)) : undefined,
    filter.startSolveTime || filter.endSolveTime ? isNull(problem.closedFor) : undefined,
    filter.startSolveTime ? gte(problem.solvedAt, fromWireTime(filter.startSolveTime)) : undefined,
    filter.endSolveTime ? lt(problem.solvedAt, endOfWireTime(filter.endSolveTime)) : undefined,
  )
}

const solvedCounts = conditioned('problem-counts', (db, where) =>
  db
    .select({
      resolved: sql<number>`(count(${problem.solvedAt}) filter (where ${problem.closedFor} is null))::int`,
      open: sql<number>`(count(*) filter (where ${problem.solvedAt} is null))::int`,
      total: sql<number>`count(*)::int`,
    })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(where),
)

/** How many problems of the buildings are resolved, how many are open, and how many there are. */
export async function countProblems(
  db: Db,
  buildings: SQL,
): Promise<{ resolved: number; open: number; total: number }> {
  const [row] = await solvedCounts(db, buildings)
  return row ?? { resolved: 0, open: 0, total: 0 }
}

const problemPage = listing('problems', {
  rows: (db, where) =>
    db
      .select(columns)
      .from(problem)
      .innerJoin(building, eq(building.id, problem.buildingId))
      .where(where)
      .orderBy(...newestFirst),
  count: (db, where) =>
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(problem)
      .innerJoin(building, eq(building.id, problem.buildingId))
      .where(where),
})

/** A page of problems, newest first, and how many match. */
export const listProblems = (
  db: Db,
  buildings: SQL,
  filter: ProblemFilter,
  page: Page,
): Promise<{ rows: ProblemRow[]; total: number }> => problemPage(db, matching(buildings, filter), page)

/** Every matching problem, newest first, read in batches so that memory stays flat. */
export async function* eachProblem(
  db: Db,
  buildings: SQL,
  filter: ProblemFilter,
  batch = 1000,
): AsyncGenerator<ProblemRow> {
  let after: ProblemRow | undefined
  for (;;) {
    const beyond =
      after &&
      or(
        lt(problem.happenedAt, after.happenedAt),
        and(eq(problem.happenedAt, after.happenedAt), lt(problem.id, after.id)),
      )
    const rows: ProblemRow[] = await db
      .select(columns)
      .from(problem)
      .innerJoin(building, eq(building.id, problem.buildingId))
      .where(and(matching(buildings, filter), beyond))
      .orderBy(...newestFirst)
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)
  }
}

/** A problem of the buildings, locked until the transaction's end; undefined where none of them has it. */
export async function takeProblem(tx: Db, buildings: SQL, id: number) {
  const [row] = await tx
    .select(getTableColumns(problem))
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(and(buildings, eq(problem.id, id)))
    .for('update', { of: problem })
  return row
}

/** Notes that somebody saw to it; whether the problem is solved is another matter. */
export async function markProcessed(tx: Db, id: number): Promise<void> {
  await tx.update(problem).set({ todoStatus: 1 }).where(eq(problem.id, id))
}
