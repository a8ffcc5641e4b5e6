import { happenedAt, problemTypeOf, problemWords } from '#server/problem/problem-words.ts'
import type { problem } from '#server/problem/problem.table.ts'
import { PROBLEM_AFTER } from '#server/understanding/cause.ts'
import type { BuildingModel, Incident } from './model.ts'
import { rngFor } from './random.ts'
import { measuresOf } from './sensor.ts'

/** When the incident opened a problem (ms); null where it opened none. */
function problemFrom({ cause, from, to }: Incident, now: number): number | null {
  if (cause === 'shield' || (to ?? now) - from < PROBLEM_AFTER[cause]) return null
  return happenedAt(cause, from)
}

/** The facility problems a building's incidents opened. */
export function problemsOf(
  building: BuildingModel,
  incidents: readonly Incident[],
  nowMs: number,
): Omit<typeof problem.$inferInsert, 'id'>[] {
  const controller = building.points.find((point) => point.row.apiId === 63)
  return incidents.flatMap((incident) => {
    const { point, cause, from, to } = incident
    const happened = problemFrom(incident, nowMs)
    if (happened === null || cause === 'shield') return []
    const rng = rngFor('problem', point.id, cause, from)
    const problemType = problemTypeOf(cause)
    const onLoop = cause === 'fault' && point.row.systemId === 1 && controller && controller !== point
    const words = problemWords(cause, point.row.deviceName, measuresOf(point.sensor, 0, 0, cause), from)
    return [
      {
        buildingId: building.id,
        pointId: point.id,
        cause,
        systemId: point.row.systemId,
        deviceNo: onLoop ? `${point.row.deviceNo},${controller.row.deviceNo}` : point.row.deviceNo,
        itemDesc: words.itemDesc,
        content: words.content,
        advice: rng.chance(0.04) ? null : words.advice,
        problemType,
        todoStatus: to !== null || (problemType === 1 && rng.chance(0.2)) ? 1 : 0,
        happenedAt: new Date(happened),
        openedAt: new Date(Math.max(happened, from + PROBLEM_AFTER[cause])),
        solvedAt: to === null ? null : new Date(to),
      },
    ]
  })
}
