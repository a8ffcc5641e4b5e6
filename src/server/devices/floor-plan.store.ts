import { and, asc, count, eq, inArray, isNull, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { MOST_FLOOR_POINTS, POINT_STATES, type PointState } from '#contract/floor-plan.rules.ts'
import { openAlarmOf, pointsInAlarm } from '../evaluation/alarm-of.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { account } from '../schema/account.table.ts'
import { building } from '../schema/building.table.ts'
import { floorPlan, pointPlace } from '../schema/floor-plan.table.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'

export type PlanRow = typeof floorPlan.$inferSelect

export const PLANS = 'plans/'

export async function namedPlans(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .select({ key: floorPlan.fileKey })
    .from(floorPlan)
    .where(inArray(floorPlan.fileKey, [...keys]))
  return rows.map(({ key }) => key)
}

/** Out of range, without power …: what is neither silence nor a fire. */
const openProblem = sql<string | null>`(
  select q.id::text from ${problem} q where q.building_id = ${point.buildingId} and q.point_id = ${point.id} and q.solved_at is null
  order by q.cause in ('offline', 'false-alarms'), q.id desc limit 1)`
type OfBuilding = AnyPgColumn | Placeholder | number
const faulty = (buildingId: OfBuilding) => sql`(
  select q.point_id from ${problem} q where q.building_id = ${buildingId} and q.solved_at is null
    and q.cause not in ('offline', 'alarm-unhandled', 'false-alarms'))`

const pointRank = (buildingId: OfBuilding) =>
  sql<number>`case when ${point.openRank} = 1 or ${point.id} in ${pointsInAlarm(buildingId)} then 0
  when ${point.openRank} = 2 or ${point.id} in ${faulty(buildingId)} then 1
  when not ${point.online} then 2 when ${point.openRank} = 3 then 3 else 4 end`

export const pointState = (buildingId: OfBuilding) =>
  pointRank(buildingId).mapWith((rank): PointState => POINT_STATES[Number(rank)] ?? 'normal')

export interface FloorCounts {
  readonly floor: string
  readonly points: number
  readonly alarms: number
  readonly faults: number
  readonly offline: number
  readonly placed: number
}

export async function countFloors(db: Db, buildingId: number): Promise<FloorCounts[]> {
  const judged = db
    .select({
      floor: sql<string>`coalesce(${point.floor}, '')`.as('on_floor'),
      rank: pointRank(buildingId).as('rank'),
      placed: sql<boolean>`${floorPlan.id} is not null`.as('placed'),
    })
    .from(point)
    .leftJoin(pointPlace, eq(pointPlace.pointId, point.id))
    .leftJoin(floorPlan, and(eq(floorPlan.id, pointPlace.planId), eq(floorPlan.floor, point.floor)))
    .where(eq(point.buildingId, buildingId))
    .as('judged')
  const of = (one: PointState) =>
    sql<number>`count(*) filter (where ${judged.rank} = ${POINT_STATES.indexOf(one)})`.mapWith(Number)
  return db
    .select({
      floor: judged.floor,
      points: count(),
      alarms: of('alarm'),
      faults: of('fault'),
      offline: of('offline'),
      placed: sql<number>`count(*) filter (where ${judged.placed})`.mapWith(Number),
    })
    .from(judged)
    .groupBy(judged.floor)
}

const named = {
  plan: floorPlan,
  by: account.name,
}
export type NamedPlan = { readonly plan: PlanRow; readonly by: string | null }

export const plansOf = (db: Db, buildingId: number): Promise<NamedPlan[]> =>
  db
    .select(named)
    .from(floorPlan)
    .leftJoin(account, eq(account.id, floorPlan.accountId))
    .where(eq(floorPlan.buildingId, buildingId))

export async function planOfFloor(db: Db, buildingId: number, floor: string): Promise<NamedPlan | undefined> {
  const [row] = await db
    .select(named)
    .from(floorPlan)
    .leftJoin(account, eq(account.id, floorPlan.accountId))
    .where(and(eq(floorPlan.buildingId, buildingId), eq(floorPlan.floor, floor)))
  return row
}

/** @param lock until the transaction ends */
export async function findPlan(db: Db, buildings: SQL, id: number, lock = false): Promise<PlanRow | undefined> {
  const asked = db
    .select({ plan: floorPlan })
    .from(floorPlan)
    .innerJoin(building, eq(building.id, floorPlan.buildingId))
    .where(and(buildings, eq(floorPlan.id, id)))
  const [row] = await (lock ? asked.for('update', { of: floorPlan }) : asked)
  return row?.plan
}

const onFloor = (buildingId: number, floor: string): SQL | undefined =>
  and(eq(point.buildingId, buildingId), floor === '' ? isNull(point.floor) : eq(point.floor, floor))

const ifCut = (order: SQL) => sql`case when count(*) over () > ${MOST_FLOOR_POINTS} then ${order} end`

export const floorPoints = (db: Db, buildingId: number, floor: string, planId: number | undefined) =>
  db
    .select({
      id: point.id,
      deviceName: point.deviceName,
      pointNumber: point.pointNumber,
      deviceType: point.deviceType,
      zone: point.zone,
      descript: point.descript,
      state: pointState(buildingId),
      alarmId: openAlarmOf(point.buildingId, point.id),
      problemId: openProblem,
      x: pointPlace.x,
      y: pointPlace.y,
    })
    .from(point)
    .leftJoin(pointPlace, and(eq(pointPlace.pointId, point.id), eq(pointPlace.planId, planId ?? 0)))
    .where(onFloor(buildingId, floor))
    .orderBy(
      ifCut(pointRank(buildingId)),
      ifCut(sql`(${pointPlace.x} is null)::int`),
      asc(point.zone),
      asc(point.systemId),
      asc(point.deviceType),
      asc(point.id),
    )
    .limit(MOST_FLOOR_POINTS)

export async function pointsOnFloor(
  tx: Db,
  { buildingId, floor }: PlanRow,
  pointIds: readonly number[],
): Promise<number> {
  return tx.$count(point, and(onFloor(buildingId, floor), inArray(point.id, [...pointIds])))
}

export const countPlans = (tx: Db, buildingId: number): Promise<number> =>
  tx.$count(floorPlan, eq(floorPlan.buildingId, buildingId))

/** A picture's row; an earlier one of the floor keeps its id and places. */
export async function savePlan(tx: Db, row: typeof floorPlan.$inferInsert): Promise<PlanRow> {
  const [saved] = await tx
    .insert(floorPlan)
    .values(row)
    .onConflictDoUpdate({
      target: [floorPlan.buildingId, floorPlan.floor],
      set: { ...row, version: sql`${floorPlan.version} + 1` },
    })
    .returning()
  if (!saved) throw new Error('an upsert returned no row')
  return saved
}

export async function savePlaces(
  tx: Db,
  plan: PlanRow,
  {
    placed,
    cleared,
    by,
    at,
  }: {
    readonly placed: readonly { readonly pointId: number; readonly x: number; readonly y: number }[]
    readonly cleared: readonly number[]
    readonly by: number
    readonly at: Date
  },
): Promise<number> {
  if (cleared.length > 0)
    await tx.delete(pointPlace).where(and(eq(pointPlace.planId, plan.id), inArray(pointPlace.pointId, [...cleared])))
  if (placed.length > 0)
    await tx
      .insert(pointPlace)
      .values(placed.map((one) => ({ ...one, planId: plan.id })))
      .onConflictDoUpdate({
        target: pointPlace.pointId,
        set: { planId: plan.id, x: sql`excluded.x`, y: sql`excluded.y` },
      })
  const version = plan.version + 1
  await tx.update(floorPlan).set({ version, accountId: by, changedAt: at }).where(eq(floorPlan.id, plan.id))
  return version
}

export async function deletePlan(tx: Db, id: number): Promise<void> {
  await tx.delete(floorPlan).where(eq(floorPlan.id, id))
}

export async function lockBuilding(tx: Db, id: number): Promise<void> {
  await tx.select({ id: building.id }).from(building).where(eq(building.id, id)).for('no key update')
}
