import { and, inArray } from 'drizzle-orm'
import { unitCondition } from '#contract/unit-condition.ts'
import { implement } from '../platform/implement.ts'
import { buildingUnit } from '../schema/building.table.ts'
import { unit } from '../schema/unit.table.ts'
import { buildingScope, inRegister } from './building.scope.ts'
import { countAlarmsByUnit, countBuildingsByUnit, countProblemsByUnit } from './unit-condition.store.ts'
import { managedBy } from './unit.scope.ts'

export const unitConditionApi = implement(unitCondition, {
  async list({ lawCompanyIds }, { db, session }) {
    const units = await db
      .select({ id: unit.id, name: unit.name })
      .from(unit)
      .where(and(managedBy(session), inArray(unit.id, lawCompanyIds)))
    if (units.length === 0) return []
    const ids = units.map(({ id }) => id)
    const visible = and(buildingScope(db, session), inArray(buildingUnit.unitId, ids))
    const registered = and(visible, inRegister(session))
    const buildings = await countBuildingsByUnit(db, registered)
    const alarms = await countAlarmsByUnit(db, visible)
    const problems = await countProblemsByUnit(db, registered)
    const numberIn = (counts: typeof alarms, id: number) => counts.find(({ unitId }) => unitId === id)?.number ?? 0
    return units.map(({ id, name }) => ({
      id: String(id),
      name,
      buildingId: buildings.find(({ unitId }) => unitId === id)?.only ?? null,
      buildings: numberIn(buildings, id),
      alarms: numberIn(alarms, id),
      problems: numberIn(problems, id),
    }))
  },
})
