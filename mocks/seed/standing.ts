import type { Trouble } from '#server/understanding/cause.ts'
import { SILENT_AFTER } from '#server/understanding/access.rules.ts'
import type { Standing } from '#server/score/score-building.ts'
import { type BuildingModel, type Incident, isOn, type PointModel } from './model.ts'

function troubleOf({ id, row }: PointModel, cause: Trouble['cause'], since: number): Trouble {
  const { systemId, apiId, deviceName, deviceNo } = row
  return { pointId: id, systemId, apiId, deviceName, deviceNo, cause, since }
}

/** What is wrong in a building at a moment (ms), in the terms the server understands. */
export function troublesAt(building: BuildingModel, incidents: readonly Incident[], at: number): Trouble[] {
  const mute = building.points.filter((point) => !point.reporting)
  return [
    ...incidents
      .filter((incident) => isOn(incident, at))
      .map(({ point, cause, from }) => troubleOf(point, cause, from)),
    ...mute.map((point) => troubleOf(point, 'mute', point.row.createdAt.getTime())),
  ]
}

/**
 * How a building stood at a moment (ms).
 * @param heardAt when it was last heard of, where it fell silent (ms)
 */
export function standingAt(
  building: BuildingModel,
  incidents: readonly Incident[],
  heardAt: number | null,
  at: number,
): Standing {
  const silent = building.silentFrom !== null && heardAt !== null && at - heardAt >= SILENT_AFTER
  return {
    mustPercent: silent ? 0 : building.silentFrom === null ? (building.row.mustPercent ?? 0) : 100,
    silentSince: silent ? heardAt : null,
    points: building.points.length,
    troubles: troublesAt(building, incidents, at),
  }
}
