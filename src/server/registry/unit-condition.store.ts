import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { alarm } from '../schema/alarm.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { problem } from '../schema/problem.table.ts'
import { isOpenAlarm } from './building-condition.store.ts'

const byUnit = { unitId: buildingUnit.unitId, number: sql<number>`count(*)::int` }

const numbers = (db: Db) =>
  db.select(byUnit).from(buildingUnit).innerJoin(building, eq(building.id, buildingUnit.buildingId)).$dynamic()

const bound = (where: SQL | undefined, more?: SQL) => and(where, eq(buildingUnit.kind, 'bound'), more)

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
