import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { EQUIPMENT_STATES } from '#contract/equipment.ts'
import { openAlarmOf } from '../alarm/alarm-of.store.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { conditioned } from '../db/prepared.ts'
import { point } from '../point/point.table.ts'
import { problem } from '../problem/problem.table.ts'
import { type EquipmentKind, FIRE_ALARM, WATER_KINDS } from './equipment-kinds.store.ts'

const ofKind = (buildings: SQL, kind: EquipmentKind) => and(buildings, inArray(point.apiId, [...kind.apiIds]))

/** Points that are alike: fire alarm equipment or other, online or not, and what is the gravest open (`open_rank`). */
export interface PointState {
  readonly isAlarm: boolean
  readonly online: boolean
  readonly rank: number
  readonly points: number
}

export const pointsIn = (states: readonly PointState[]) => states.reduce((sum, { points }) => sum + points, 0)

const states = conditioned('point-states', (db, where) =>
  db
    .select({
      isAlarm: sql<boolean>`${inArray(point.apiId, [...FIRE_ALARM.apiIds])}`,
      online: point.online,
      rank: point.openRank,
      points: sql<number>`count(*)::int`,
    })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(where)
    .groupBy(sql`1`, point.online, point.openRank),
)

/** The buildings' points by their state: one walk for all that is counted of it. */
export const countPoints = (db: Db, buildings: SQL): Promise<PointState[]> => states(db, buildings)

const statesOf = (kind: EquipmentKind) =>
  conditioned(`states.${kind.apiIds.join('.')}`, (db, where) =>
    db
      .select({ state: kind.state.mapWith(Number), points: sql<number>`count(*)::int` })
      .from(point)
      .innerJoin(building, eq(building.id, point.buildingId))
      .leftJoin(kind.trouble, sql`true`)
      .where(where)
      .groupBy(sql`1`),
  )

const statesByKind = new Map(WATER_KINDS.map((kind) => [kind, statesOf(kind)]))

/** How many points of a water kind are in each state: `[normal, 1, 2, 3]`. */
export async function countStates(
  db: Db,
  buildings: SQL,
  kind: EquipmentKind,
): Promise<[number, number, number, number]> {
  const rows = (await statesByKind.get(kind)?.(db, ofKind(buildings, kind))) ?? []
  const of = (state: number) => rows.find((row) => row.state === state)?.points ?? 0
  return [of(0), of(1), of(2), of(3)]
}

export type EquipmentState = (typeof EQUIPMENT_STATES)[number]

/** Filter value: every state but normal. */
export const ABNORMAL = 9

function inState({ state: column, inState: exactly }: EquipmentKind, state: EquipmentState | undefined) {
  if (state === undefined) return undefined
  if (state === ABNORMAL) return sql`${column} <> 0`
  return exactly?.(state) ?? sql`${column} = ${state}`
}

function select(db: Db, kind: EquipmentKind) {
  return db
    .select({
      point,
      buildingName: building.name,
      state: kind.state.mapWith(Number),
      since: sql`trouble.since`.mapWith(problem.happenedAt),
      alarmId: kind.first
        ? sql<string | null>`case when ${kind.state} = 1 then ${openAlarmOf(point.buildingId, point.id)} end`
        : sql<null>`null`,
    })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .leftJoin(kind.trouble, sql`true`)
}

export type EquipmentRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** A page of a kind's points, normal ones last, else by state as its dictionary orders them, and how many match. */
export async function listEquipment(
  db: Db,
  buildings: SQL,
  kind: EquipmentKind,
  { status, currentPage, pageSize }: { status?: EquipmentState | undefined; currentPage: number; pageSize: number },
): Promise<{ rows: EquipmentRow[]; total: number }> {
  const where = and(ofKind(buildings, kind), inState(kind, status))
  const rows = await select(db, kind)
    .where(where)
    .orderBy(
      sql`${kind.state} = 0`,
      sql`${kind.state}`,
      sql`not ${kind.first ?? sql`false`}`,
      asc(point.buildingId),
      asc(point.id),
    )
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .leftJoin(kind.trouble, sql`true`)
    .where(where)
  return { rows, total: count?.total ?? 0 }
}

/** Every matching point by its number, read in batches so that memory stays flat. */
export async function* eachEquipment(
  db: Db,
  buildings: SQL,
  kind: EquipmentKind,
  status: EquipmentState | undefined,
  batch = 1000,
): AsyncGenerator<EquipmentRow> {
  let after = 0
  for (;;) {
    const rows: EquipmentRow[] = await select(db, kind)
      .where(and(ofKind(buildings, kind), inState(kind, status), gt(point.id, after)))
      .orderBy(asc(point.id))
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.point.id ?? after
  }
}
