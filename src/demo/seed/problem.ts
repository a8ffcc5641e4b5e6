import { problemTypeOf, problemWords } from '#server/evaluation/problem-words.ts'
import type { problem } from '#server/schema/problem.table.ts'
import { PROBLEM_AFTER, type ProblemCause } from '#server/evaluation/condition.ts'
import type { BuildingModel, Incident } from './model.ts'
import { rngFor } from './random.ts'
import { measuresOf } from './sensor.ts'

const isProblem = (cause: ProblemCause, { from, to }: Incident, now: number) =>
  (to ?? now) - from >= PROBLEM_AFTER[cause]

export function problemsOf(
  building: BuildingModel,
  incidents: readonly Incident[],
  nowMs: number,
): Omit<typeof problem.$inferInsert, 'id'>[] {
  const controller = building.points.find((point) => point.row.apiId === 63)
  return incidents.flatMap((incident) => {
    const { point, cause, from, to } = incident
    if (cause === 'shield' || !isProblem(cause, incident, nowMs)) return []
    const rng = rngFor('problem', point.id, cause, from)
    const problemType = problemTypeOf(cause)
    const onLoop = cause === 'fault' && point.row.systemId === 1 && controller && controller !== point
    const { deviceName, systemId } = point.row
    const words = problemWords({ cause, deviceName, systemId, since: from }, measuresOf(point.sensor, 0, 0, cause))
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
        todoStatus: to !== null || (cause === 'fault' && rng.chance(0.2)) ? 1 : 0,
        happenedAt: new Date(from),
        openedAt: new Date(from + PROBLEM_AFTER[cause]),
        solvedAt: to === null ? null : new Date(to),
      },
    ]
  })
}
