import { and, asc, count, eq, gt, ilike, or, sql, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { listing, type Page } from '../db/prepared.ts'
import { takeBuildings } from '../understanding/building.store.ts'
import { point } from './point.table.ts'

export type StoredPoint = typeof point.$inferSelect

export interface PointFilter {
  readonly search: string
  readonly deviceType: string
  readonly connectStatus?: 0 | 1 | undefined
}

/** `%` and `_` mean themselves to somebody who searches. */
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

const pointPage = listing('points', {
  rows: (db, where) => db.select().from(point).where(where).orderBy(asc(point.id)),
  count: (db, where) => db.select({ total: count() }).from(point).where(where),
})

/** A page of a building's points in the order they were entered, and how many match. */
export const listPoints = (
  db: Db,
  buildingId: number,
  filter: PointFilter,
  page: Page,
): Promise<{ rows: StoredPoint[]; total: number }> => pointPage(db, matching(buildingId, filter), page)

/** The device types a building's points have, by system. */
export function listTypes(db: Db, buildingId: number): Promise<{ systemId: number; deviceType: number }[]> {
  return db
    .selectDistinct({ systemId: point.systemId, deviceType: point.deviceType })
    .from(point)
    .where(eq(point.buildingId, buildingId))
    .orderBy(point.systemId, point.deviceType)
}

/** Every matching point, read in batches so that memory stays flat. */
export async function* eachPoint(
  db: Db,
  buildingId: number,
  filter: PointFilter,
  batch = 1000,
): AsyncGenerator<StoredPoint> {
  const where = matching(buildingId, filter)
  let after = 0
  for (;;) {
    const rows: StoredPoint[] = await db
      .select()
      .from(point)
      .where(and(where, gt(point.id, after)))
      .orderBy(asc(point.id))
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows[rows.length - 1]?.id ?? after
  }
}

/** Changes what a person may change of a point; its version goes up. */
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

/** As {@link changePoint}, for many in one statement. */
export async function changePoints(tx: Db, changes: readonly (Editable & { id: number })[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    update point set floor = c.floor, zone = c.zone, descript = c.descript, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(id bigint, floor text, zone text, descript text)
    where point.id = c.id`)
}

/** Adds points, some hundred a statement: a statement takes 65,535 parameters. @returns their ids */
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

/**
 * A building's points by their number, held until the transaction ends, so that two imports can't cross. Points and
 * building are locked in the order in which reports lock them, to prevent deadlocks.
 */
export async function lockPoints(tx: Db, buildingId: number): Promise<Map<string, StoredPoint>> {
  const own = eq(point.buildingId, buildingId)
  await tx.select({ id: point.id }).from(point).where(own).orderBy(asc(point.id)).for('no key update')
  await takeBuildings(tx, [buildingId])
  await tx.select({ id: building.id }).from(building).where(eq(building.id, buildingId)).for('update')
  const rows = await tx.select().from(point).where(own)
  return new Map(rows.map((row) => [row.pointNumber, row]))
}
