import { nextDue } from '#server/evaluation/due.rules.ts'
import type { buildingState, condition } from '#server/schema/evaluation.table.ts'
import type { CityClock } from './city-clock.ts'
import type { BuildingModel, Incident } from './model.ts'
import { accessAt, itemsOf, conditionsAt } from './standing.ts'

/** Evaluation continues from it. @param reports newest valid, ms */
export function evaluated(
  building: BuildingModel,
  incidents: readonly Incident[],
  reports: ReadonlyMap<number, number | null>,
  clock: CityClock,
): { conditions: (typeof condition.$inferInsert)[]; state: typeof buildingState.$inferInsert } {
  const now = clock.now.getTime()
  const conditions = conditionsAt(building, incidents, now)
  const items = itemsOf(building.points, reports)
  return {
    conditions: conditions.map(({ pointId, cause, since }) => ({
      pointId,
      buildingId: building.id,
      cause,
      since: new Date(since),
    })),
    state: {
      buildingId: building.id,
      dueAt: new Date(nextDue(conditions, items, now)),
      checkedDay: clock.today,
      connected: [...accessAt(building, reports, now).connected],
    },
  }
}
