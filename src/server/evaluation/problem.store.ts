import { and, asc, desc, eq, getTableColumns, gte, ilike, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { ProblemKind } from '#contract/problem.rules.ts'
import { endOfWireTime, fromWireTime } from '#contract/time.ts'
import { openAlarmOf } from './alarm-of.store.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import { preparedWhere, preparedPage, type Page } from '../platform/db/prepared.ts'
import type { ProblemRow } from './problem.present.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import { inBatches } from '../platform/db/in-batches.ts'

export interface ProblemFilter {
  readonly questionStatus?: 0 | 1 | 2 | undefined
  readonly status?: 0 | 1 | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly startSolveTime?: string | undefined
  readonly endSolveTime?: string | undefined
  readonly kind?: ProblemKind | '' | undefined
  readonly search?: string | undefined
}

const FIRE = sql.raw(`'alarm-unhandled'`)
const OFFLINE = sql.raw(`'offline'`)
export const OF_KIND: Readonly<Record<ProblemKind, SQL>> = {
  fire: sql`${problem.cause} = ${FIRE}`,
  fault: sql`${problem.cause} not in (${FIRE}, ${OFFLINE})`,
  offline: sql`${problem.cause} = ${OFFLINE}`,
}

const pointPlace = sql`(select concat_ws(' ', ${point.floor}, ${point.zone}, ${point.descript}) from ${point} where ${point.id} = ${problem.pointId})`

const said = (search: string) =>
  or(
    ...[problem.itemDesc, problem.deviceNo, building.name, pointPlace].map((column) =>
      ilike(column, likePattern(search)),
    ),
  )

const alarmId = sql<
  string | null
>`case when ${problem.cause} = 'alarm-unhandled' and ${problem.solvedAt} is null then ${openAlarmOf(problem.buildingId, problem.pointId)} end`
export const problemColumns = { ...getTableColumns(problem), buildingName: building.name, alarmId }
const newestFirst = [desc(problem.happenedAt), desc(problem.id)]

const IN_STATUS = {
  0: isNull(problem.solvedAt),
  1: and(isNotNull(problem.solvedAt), isNull(problem.closedFor)),
  2: isNotNull(problem.closedFor),
} as const

export function problemsMatching(buildings: SQL, filter: ProblemFilter): SQL | undefined {
  return and(
    buildings,
    filter.questionStatus === undefined ? undefined : IN_STATUS[filter.questionStatus],
    filter.status === undefined ? undefined : eq(problem.todoStatus, filter.status),
    filter.startTime ? gte(problem.happenedAt, fromWireTime(filter.startTime)) : undefined,
    filter.endTime ? lt(problem.happenedAt, endOfWireTime(filter.endTime)) : undefined,
    filter.startSolveTime || filter.endSolveTime ? isNull(problem.closedFor) : undefined,
    filter.startSolveTime ? gte(problem.solvedAt, fromWireTime(filter.startSolveTime)) : undefined,
    filter.endSolveTime ? lt(problem.solvedAt, endOfWireTime(filter.endSolveTime)) : undefined,
    filter.kind ? OF_KIND[filter.kind] : undefined,
    filter.search ? said(filter.search) : undefined,
  )
}

const solvedCounts = preparedWhere('problem-counts', (db, where) =>
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

export async function countProblems(
  db: Db,
  buildings: SQL,
): Promise<{ resolved: number; open: number; total: number }> {
  const [row] = await solvedCounts(db, buildings)
  return row ?? { resolved: 0, open: 0, total: 0 }
}

const pageIn = (name: string, order: readonly SQL[]) =>
  preparedPage(name, {
    rows: (db, where) =>
      db
        .select({ ...problemColumns, floor: point.floor, zone: point.zone, descript: point.descript })
        .from(problem)
        .innerJoin(building, eq(building.id, problem.buildingId))
        .leftJoin(point, eq(point.id, problem.pointId))
        .where(where)
        .orderBy(...order),
    count: (db, where) =>
      db
        .select({ total: sql<number>`count(*)::int` })
        .from(problem)
        .innerJoin(building, eq(building.id, problem.buildingId))
        .where(where),
  })

type PlacedProblem = ProblemRow & {
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
}

const newestPage = pageIn('problems', newestFirst)
const gravestPage = pageIn('problems.gravest', [
  desc(OF_KIND.fire),
  asc(OF_KIND.offline),
  asc(problem.todoStatus),
  asc(problem.happenedAt),
  asc(problem.id),
])

export const listProblems = (
  db: Db,
  buildings: SQL,
  filter: ProblemFilter,
  page: Page,
  areGravestFirst = false,
): Promise<{ rows: PlacedProblem[]; total: number }> =>
  (areGravestFirst ? gravestPage : newestPage)(db, problemsMatching(buildings, filter), page)

const behind = ({ happenedAt, id }: ProblemRow) =>
  or(lt(problem.happenedAt, happenedAt), and(eq(problem.happenedAt, happenedAt), lt(problem.id, id)))

export const eachProblem = (db: Db, buildings: SQL, filter: ProblemFilter): AsyncGenerator<ProblemRow> =>
  inBatches<ProblemRow>((after, most) =>
    db
      .select(problemColumns)
      .from(problem)
      .innerJoin(building, eq(building.id, problem.buildingId))
      .where(and(problemsMatching(buildings, filter), after && behind(after)))
      .orderBy(...newestFirst)
      .limit(most),
  )

export async function takeProblem(tx: Db, buildings: SQL, id: number) {
  const [row] = await tx
    .select(getTableColumns(problem))
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(and(buildings, eq(problem.id, id)))
    .for('update', { of: problem })
  return row
}

interface Handling {
  readonly by: number
  readonly at: Date
  readonly note: string | null
}

/** Marks the to-do only; the problem itself stays open until its cause ends. @param of null: not processed */
export async function markProcessed(tx: Db, id: number, of: Handling | null): Promise<void> {
  await tx
    .update(problem)
    .set({
      todoStatus: of ? 1 : 0,
      handledBy: of?.by ?? null,
      handledAt: of?.at ?? null,
      handledNote: of?.note ?? null,
    })
    .where(eq(problem.id, id))
}
