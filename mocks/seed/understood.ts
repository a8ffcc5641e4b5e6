import { accessOf } from '#server/understanding/access.rules.ts'
import { nextDue } from '#server/understanding/due.rules.ts'
import type { buildingState, trouble } from '#server/understanding/understanding.table.ts'
import type { CityClock } from './city-clock.ts'
import type { BuildingModel, Incident } from './model.ts'
import { troublesAt } from './standing.ts'

/**
 * What the server has understood of a building by the moment the city is made for, so that it goes on from there.
 * @param heardAt when anything of it was last heard of (ms); null never
 */
export function understood(
  building: BuildingModel,
  incidents: readonly Incident[],
  heardAt: number | null,
  clock: CityClock,
): { troubles: (typeof trouble.$inferInsert)[]; state: typeof buildingState.$inferInsert } {
  const now = clock.now.getTime()
  const troubles = troublesAt(building, incidents, now)
  const seen = building.points.map((point) => ({ ...point.row, connected: point.reporting }))
  const access = accessOf(seen, heardAt, building.row.accessAt?.getTime() ?? null, now)
  const connected = building.points.flatMap((point) => (point.reporting ? [point.row.apiId] : []))
  return {
    troubles: troubles.map(({ pointId, cause, since }) => ({
      pointId,
      buildingId: building.id,
      cause,
      since: new Date(since),
    })),
    state: {
      buildingId: building.id,
      dueAt: new Date(nextDue(troubles, access, heardAt, now)),
      checkedDay: clock.today,
      connected: [...new Set(connected)].sort((a, b) => a - b),
    },
  }
}
