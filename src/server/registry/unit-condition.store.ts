import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { alarm } from '../schema/alarm.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { problem } from '../schema/problem.table.ts'
import { isOpenAlarm } from './building-condition.store.ts'

const only = <T>(column: SQL) => sql<T | null>`case when min(${column}) = max(${column}) then min(${column}) end`

const figures = (db: Db) =>
  db
    .select({
      unitId: buildingUnit.unitId,
      num: sql<number>`count(*)::int`,
      buildingId: only<string>(sql`${building.id}`),
      complexName: only<string>(sql`${building.complexName}`),
    })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .$dynamic()

const ofUnits = (where: SQL | undefined, more?: SQL) => and(where, eq(buildingUnit.kind, 'bound'), more)

export const countBuildingsByUnit = preparedWhere('unit-buildings', (db, where) =>
  figures(db).where(ofUnits(where)).groupBy(buildingUnit.unitId),
)

export const countAlarmsByUnit = preparedWhere('unit-alarms', (db, where) =>
  figures(db)
    .innerJoin(alarm, eq(alarm.buildingId, building.id))
    .where(ofUnits(where, isOpenAlarm))
    .groupBy(buildingUnit.unitId),
)

export const countProblemsByUnit = preparedWhere('unit-problems', (db, where) =>
  figures(db)
    .innerJoin(problem, eq(problem.buildingId, building.id))
    .where(ofUnits(where, isNull(problem.solvedAt)))
    .groupBy(buildingUnit.unitId),
)
