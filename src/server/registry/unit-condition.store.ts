import { and, eq, inArray, isNull, notExists, sql, type SQL } from 'drizzle-orm'
import type { UnitConditionKind } from '#contract/unit-management.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { account } from '../schema/account.table.ts'
import { alarm } from '../schema/alarm.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { problem } from '../schema/problem.table.ts'
import { unit } from '../schema/unit.table.ts'
import { isOpenAlarm } from './building-condition.store.ts'

const byUnit = { unitId: buildingUnit.unitId, number: sql<number>`count(*)::int` }

const numbers = (db: Db) =>
  db.select(byUnit).from(buildingUnit).innerJoin(building, eq(building.id, buildingUnit.buildingId)).$dynamic()

const bound = (where: SQL | undefined, more?: SQL) => and(where, eq(buildingUnit.kind, 'bound'), more)

export function inUnitCondition(condition: UnitConditionKind | undefined, db: Db, visible: SQL): SQL | undefined {
  switch (condition) {
    case 'fire': {
      const burning = db
        .select({ id: buildingUnit.unitId })
        .from(buildingUnit)
        .innerJoin(building, eq(building.id, buildingUnit.buildingId))
        .innerJoin(alarm, eq(alarm.buildingId, building.id))
      return inArray(unit.id, burning.where(bound(visible, isOpenAlarm)))
    }
    case 'accountless':
      return notExists(db.select({ id: account.id }).from(account).where(eq(account.unitId, unit.id)))
    case undefined:
      return undefined
  }
}

export const firesByUnit = (db: Db, visible: SQL, least = 1) =>
  db
    .select({ unitId: buildingUnit.unitId, number: sql<number>`count(*)::int`.as('fires') })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .innerJoin(alarm, eq(alarm.buildingId, building.id))
    .where(bound(visible, isOpenAlarm))
    .groupBy(buildingUnit.unitId)
    .having(sql`count(*) >= ${least}`)
    .as('unit_fires')

export function problemsByUnit(db: Db, where: SQL | undefined) {
  const open = db
    .select({ id: problem.buildingId, number: sql<number>`count(*)`.as('number') })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(and(where, isNull(problem.solvedAt)))
    .groupBy(problem.buildingId)
    .as('open_problems')
  return db
    .select({ unitId: buildingUnit.unitId, number: sql<number>`sum(${open.number})::int`.as('problems') })
    .from(buildingUnit)
    .innerJoin(open, eq(open.id, buildingUnit.buildingId))
    .where(bound(undefined))
    .groupBy(buildingUnit.unitId)
    .as('unit_problems')
}

export const boundToAny = (db: Db, units: ReturnType<typeof firesByUnit>) =>
  inArray(
    building.id,
    db
      .select({ id: buildingUnit.buildingId })
      .from(buildingUnit)
      .innerJoin(units, eq(units.unitId, buildingUnit.unitId))
      .where(bound(undefined)),
  )

export const countBuildingsByUnit = preparedWhere('unit-buildings', (db, where) =>
  db
    .select({ ...byUnit, only: sql<string | null>`case when count(*) = 1 then min(${building.id})::text end` })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .where(bound(where))
    .groupBy(buildingUnit.unitId),
)

export const countAlarmsByUnit = preparedWhere('unit-alarms', (db, where) =>
  numbers(db)
    .innerJoin(alarm, eq(alarm.buildingId, building.id))
    .where(bound(where, isOpenAlarm))
    .groupBy(buildingUnit.unitId),
)

export const countProblemsByUnit = preparedWhere('unit-problems', (db, where) =>
  numbers(db)
    .innerJoin(problem, eq(problem.buildingId, building.id))
    .where(bound(where, isNull(problem.solvedAt)))
    .groupBy(buildingUnit.unitId),
)
