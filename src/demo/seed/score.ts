import { CARD_DAYS, cardOf, scoreBuilding } from '#server/evaluation/score-building.ts'
import type { scoreDay } from '#server/schema/score.table.ts'
import type { CityClock } from './city-clock.ts'
import { HISTORY_DAYS } from './incident.ts'
import type { BuildingModel, Incident } from './model.ts'
import { standingAt, validReportsAt } from './standing.ts'

export const ITEM_DAYS = 30

/** None before registration. @param reports see `validReportsAt` */
export function scoreDays(
  building: BuildingModel,
  incidents: readonly Incident[],
  reports: ReadonlyMap<number, number | null>,
  clock: CityClock,
): (typeof scoreDay.$inferInsert)[] {
  const rows: (typeof scoreDay.$inferInsert)[] = []
  if (building.points.length === 0) return rows
  const registered = building.row.createdAt.getTime()
  const week: number[] = []
  for (let ago = HISTORY_DAYS; ago >= 0; ago--) {
    const at = clock.endOf(ago).getTime()
    if (at < registered) continue
    const standing = standingAt(building, incidents, ago === 0 ? reports : validReportsAt(building, incidents, at), at)
    const { score, items } = scoreBuilding(standing, at)
    week.push(score)
    if (week.length > CARD_DAYS) week.shift()
    rows.push({
      buildingId: building.id,
      day: clock.day(ago),
      score,
      items: ago < ITEM_DAYS ? items : [],
      card: cardOf(week),
      mustPercent: standing.mustPercent,
    })
  }
  return rows
}
