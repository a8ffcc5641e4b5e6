import { nextDue } from '#server/understanding/due.rules.ts'
import type { buildingState, trouble } from '#server/understanding/understanding.table.ts'
import type { CityClock } from './city-clock.ts'
import type { BuildingModel, Incident } from './model.ts'
import { accessAt, itemsOf, troublesAt } from './standing.ts'

/**
 * What the server has understood of a building by the moment the city is made for, so that it goes on from there.
 * @param reports each point's newest valid report (ms); null: it never gave one
 */
export function understood(
  building: BuildingModel,
  incidents: readonly Incident[],
  reports: ReadonlyMap<number, number | null>,
  clock: CityClock,
): { troubles: (typeof trouble.$inferInsert)[]; state: typeof buildingState.$inferInsert } {
  const now = clock.now.getTime()
  const troubles = troublesAt(building, incidents, now)
  const items = itemsOf(building.points, reports)
  return {
    troubles: troubles.map(({ pointId, cause, since }) => ({
      pointId,
      buildingId: building.id,
      cause,
      since: new Date(since),
    })),
    state: {
      buildingId: building.id,
      dueAt: new Date(nextDue(troubles, items, now)),
      checkedDay: clock.today,
      connected: [...accessAt(building, reports, now).connected],
    },
  }
}
