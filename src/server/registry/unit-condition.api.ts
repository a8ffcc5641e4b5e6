import { and, inArray } from 'drizzle-orm'
import { unitCondition } from '#contract/unit-condition.ts'
import { implement } from '../platform/implement.ts'
import { buildingUnit } from '../schema/building.table.ts'
import { unit } from '../schema/unit.table.ts'
import { buildingScope, inRegister } from './building.scope.ts'
import { countAlarmsByUnit, countBuildingsByUnit, countProblemsByUnit } from './unit-condition.store.ts'
import { managedBy } from './unit.scope.ts'

type Found = Awaited<ReturnType<typeof countBuildingsByUnit>>

function figureOf(found: Found, unitId: number) {
  const { num = 0, buildingId = null } = found.find((one) => one.unitId === unitId) ?? {}
  return { num, buildingId: buildingId === null ? null : String(buildingId) }
}

export const unitConditionApi = implement(unitCondition, {
  async list({ lawCompanyIds }, { db, session }) {
    const units = await db
      .select({ id: unit.id })
      .from(unit)
      .where(and(managedBy(session), inArray(unit.id, lawCompanyIds)))
    const ids = units.map(({ id }) => id)
    if (ids.length === 0) return []
    const where = and(buildingScope(db, session), inArray(buildingUnit.unitId, ids))
    const buildings = await countBuildingsByUnit(db, and(where, inRegister(session)))
    const alarms = await countAlarmsByUnit(db, where)
    const problems = await countProblemsByUnit(db, where)
    return ids.map((id) => ({
      id: String(id),
      buildings: figureOf(buildings, id),
      alarms: {
        ...figureOf(alarms, id),
        complexName: alarms.find(({ unitId }) => unitId === id)?.complexName ?? null,
      },
      problems: figureOf(problems, id),
    }))
  },
})
