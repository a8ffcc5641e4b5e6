import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { EQUIPMENT_STATES } from '#contract/equipment.ts'
import { openAlarmOf } from '../evaluation/alarm-of.store.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import { type EquipmentKind, FIRE_ALARM, WATER_KINDS } from './equipment-kinds.store.ts'
import { inBatches } from '../platform/db/in-batches.ts'

const ofKind = (buildings: SQL, kind: EquipmentKind) => and(buildings, inArray(point.apiId, [...kind.apiIds]))

export interface PointState {
  readonly isAlarm: boolean
  readonly online: boolean
  readonly rank: number
  readonly points: number
}

export const pointsIn = (states: readonly PointState[]) => states.reduce((sum, { points }) => sum + points, 0)

const states = preparedWhere('point-states', (db, where) =>
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

export const countPoints = (db: Db, buildings: SQL): Promise<PointState[]> => states(db, buildings)

const statesOf = (kind: EquipmentKind) =>
  preparedWhere(`states.${kind.apiIds.join('.')}`, (db, where) =>
    db
      .select({ state: kind.state.mapWith(Number), points: sql<number>`count(*)::int` })
      .from(point)
      .innerJoin(building, eq(building.id, point.buildingId))
      .leftJoin(kind.condition, sql`true`)
      .where(where)
      .groupBy(sql`1`),
  )

const statesByKind = new Map(WATER_KINDS.map((kind) => [kind, statesOf(kind)]))

/** `[normal, 1, 2, 3]` */
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
      since: sql`condition.since`.mapWith(problem.happenedAt),
      alarmId: kind.first
        ? sql<string | null>`case when ${kind.state} = 1 then ${openAlarmOf(point.buildingId, point.id)} end`
        : sql<null>`null`,
    })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .leftJoin(kind.condition, sql`true`)
}

export type EquipmentRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

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
    .leftJoin(kind.condition, sql`true`)
    .where(where)
  return { rows, total: count?.total ?? 0 }
}

export const eachEquipment = (
  db: Db,
  buildings: SQL,
  kind: EquipmentKind,
  status: EquipmentState | undefined,
): AsyncGenerator<EquipmentRow> =>
  inBatches((after, most) =>
    select(db, kind)
      .where(and(ofKind(buildings, kind), inState(kind, status), gt(point.id, after?.point.id ?? 0)))
      .orderBy(asc(point.id))
      .limit(most),
  )
