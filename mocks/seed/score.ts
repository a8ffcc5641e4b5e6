import { CARD_DAYS, cardOf, scoreBuilding } from '#server/score/score-building.ts'
import type { scoreDay } from '#server/score/score.table.ts'
import type { CityClock } from './city-clock.ts'
import { HISTORY_DAYS } from './incident.ts'
import type { BuildingModel, Incident } from './model.ts'
import { standingAt } from './standing.ts'

/** How many of the latest days carry their items. */
export const ITEM_DAYS = 30

/**
 * A building's score, day by day, from what was wrong at the end of each; none before it first reported.
 * @param heardAt when it was last heard of (ms)
 */
export function scoreDays(
  building: BuildingModel,
  incidents: readonly Incident[],
  heardAt: number | null,
  clock: CityClock,
): (typeof scoreDay.$inferInsert)[] {
  const rows: (typeof scoreDay.$inferInsert)[] = []
  if (building.liveFrom === null || building.points.length === 0) return rows
  const week: number[] = []
  for (let ago = HISTORY_DAYS; ago >= 0; ago--) {
    const at = clock.endOf(ago).getTime()
    if (at < building.liveFrom) continue
    const { score, items } = scoreBuilding(standingAt(building, incidents, heardAt, at), at)
    week.push(score)
    if (week.length > CARD_DAYS) week.shift()
    rows.push({
      buildingId: building.id,
      day: clock.day(ago),
      score,
      items: ago < ITEM_DAYS ? items : [],
      card: cardOf(week),
    })
  }
  return rows
}
