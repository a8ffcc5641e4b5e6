import { and, asc, count, eq, getTableColumns, gt, ilike, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { PointState } from '#contract/floor-plan.rules.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, type Page } from '../platform/db/prepared.ts'
import { openAlarmOf } from '../evaluation/alarm-of.store.ts'
import { lockBuildingStates } from '../evaluation/evaluated-building.store.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import { inBatches } from '../platform/db/in-batches.ts'
import { pointState } from './floor-plan.store.ts'

export type ListedPoint = typeof point.$inferSelect

export interface PointFilter {
  readonly search: string
  readonly deviceType: string
  readonly connectStatus?: 0 | 1 | undefined
}

const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

function matching(buildingId: number, { search, deviceType, connectStatus }: PointFilter): SQL | undefined {
  const like = pattern(search)
  return and(
    eq(point.buildingId, buildingId),
    deviceType === '' ? undefined : eq(point.deviceType, Number(deviceType)),
    connectStatus === undefined ? undefined : eq(point.online, connectStatus === 1),
    search === ''
      ? undefined
      : or(
          ...[point.deviceNo, point.pointNumber, point.deviceName, point.floor, point.zone].map((c) => ilike(c, like)),
        ),
  )
}

const openProblems = (db: Db) =>
  db
    .select({
      pointId: problem.pointId,
      since: sql`coalesce(min(${problem.happenedAt}) filter (where ${problem.cause} <> 'offline'),
        min(${problem.happenedAt}))`.as('since'),
    })
    .from(problem)
    .where(and(eq(problem.buildingId, sql.placeholder('buildingId')), isNull(problem.solvedAt)))
    .groupBy(problem.pointId)
    .as('open')

const silentSince = sql`case when not ${point.online} then ${point.reportedAt} end`

const pointPage = preparedPage('points', {
  rows: (db, where) => {
    const open = openProblems(db)
    return db
      .select({
        ...getTableColumns(point),
        state: pointState(sql.placeholder('buildingId')).as('rank'),
        alarmId: openAlarmOf(point.buildingId, point.id),
      })
      .from(point)
      .leftJoin(open, eq(open.pointId, point.id))
      .where(where)
      .orderBy(sql`rank`, sql`coalesce(${open.since}, ${silentSince}) nulls last`, asc(point.id))
  },
  count: (db, where) => db.select({ total: count() }).from(point).where(where),
})

export const listPoints = (
  db: Db,
  buildingId: number,
  filter: PointFilter,
  page: Page,
): Promise<{ rows: (ListedPoint & { state: PointState; alarmId: string | null })[]; total: number }> =>
  pointPage(db, matching(buildingId, filter), page, { buildingId })

export function listTypes(db: Db, buildingId: number): Promise<{ systemId: number; deviceType: number }[]> {
  return db
    .selectDistinct({ systemId: point.systemId, deviceType: point.deviceType })
    .from(point)
    .where(eq(point.buildingId, buildingId))
    .orderBy(point.systemId, point.deviceType)
}

export const eachPoint = (db: Db, buildingId: number, filter: PointFilter): AsyncGenerator<ListedPoint> =>
  inBatches((after, most) =>
    db
      .select()
      .from(point)
      .where(and(matching(buildingId, filter), gt(point.id, after?.id ?? 0)))
      .orderBy(asc(point.id))
      .limit(most),
  )

export async function changePoint(tx: Db, id: number, fields: Editable): Promise<void> {
  await tx
    .update(point)
    .set({ ...fields, version: sql`${point.version} + 1` })
    .where(eq(point.id, id))
}

export interface Editable {
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
}

export async function changePoints(tx: Db, changes: readonly (Editable & { id: number })[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    update point set floor = c.floor, zone = c.zone, descript = c.descript, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(id bigint, floor text, zone text, descript text)
    where point.id = c.id`)
}

/**
 * Inserts in batches: a statement takes at most 65,535 parameters.
 * @returns ids
 */
export async function addPoints(tx: Db, rows: readonly (typeof point.$inferInsert)[]): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += 500)
    for (const { id } of await tx
      .insert(point)
      .values(rows.slice(at, at + 500))
      .returning({ id: point.id }))
      ids.push(id)
  return ids
}

/** Points before the building, like reports: deadlocks. */
export async function lockPoints(tx: Db, buildingId: number): Promise<Map<string, ListedPoint>> {
  const own = eq(point.buildingId, buildingId)
  await tx.select({ id: point.id }).from(point).where(own).orderBy(asc(point.id)).for('no key update')
  await lockBuildingStates(tx, [buildingId])
  await tx.select({ id: building.id }).from(building).where(eq(building.id, buildingId)).for('update')
  const rows = await tx.select().from(point).where(own)
  return new Map(rows.map((row) => [row.pointNumber, row]))
}
