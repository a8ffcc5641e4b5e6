import { type Access, accessOf, type ItemSeen, neededOf } from '#server/understanding/access.rules.ts'
import type { Trouble } from '#server/understanding/cause.ts'
import type { Standing } from '#server/score/score-building.ts'
import { type BuildingModel, type Incident, isOn, type PointModel } from './model.ts'

function troubleOf({ id, row }: PointModel, cause: Trouble['cause'], since: number): Trouble {
  const { systemId, apiId, deviceName, deviceNo } = row
  return { pointId: id, systemId, apiId, deviceName, deviceNo, cause, since }
}

const hasReported = ({ liveFrom }: Pick<BuildingModel, 'liveFrom'>, { reporting }: PointModel, at: number) =>
  reporting && liveFrom !== null && at >= liveFrom

/** What is wrong in a building at a moment (ms), in the terms the server understands. */
export function troublesAt(building: BuildingModel, incidents: readonly Incident[], at: number): Trouble[] {
  const mute = building.points.filter((point) => !hasReported(building, point, at))
  return [
    ...incidents
      .filter((incident) => isOn(incident, at))
      .map(({ point, cause, from }) => troubleOf(point, cause, from)),
    ...mute.map((point) => troubleOf(point, 'mute', point.row.createdAt.getTime())),
  ]
}

/** Each point's newest valid report (ms) by a moment; null: it never gave one. */
export function validReportsAt(
  building: BuildingModel,
  incidents: readonly Incident[],
  at: number,
): ReadonlyMap<number, number | null> {
  const silent = new Map(
    incidents.flatMap((one) => (one.cause === 'offline' && isOn(one, at) ? [[one.point.id, one.from]] : [])),
  )
  return new Map(
    building.points.map((point) => [point.id, hasReported(building, point, at) ? (silent.get(point.id) ?? at) : null]),
  )
}

/** The item types of points as the server sees them. @param validReports see {@link validReportsAt} */
export function itemsOf(
  points: readonly PointModel[],
  validReports: ReadonlyMap<number, number | null>,
): (ItemSeen & { readonly points: number })[] {
  const byApi = new Map<number, PointModel[]>()
  for (const point of points) byApi.set(point.row.apiId, [...(byApi.get(point.row.apiId) ?? []), point])
  return [...byApi].map(([apiId, own]) => {
    const reports = own.flatMap(({ id }) => validReports.get(id) ?? []).sort((a, b) => b - a)
    return {
      apiId,
      systemId: own[0]?.row.systemId ?? 0,
      points: own.length,
      provenAt: reports[neededOf(own.length) - 1] ?? null,
      createdAt: Math.min(...own.map(({ row }) => row.createdAt.getTime())),
    }
  })
}

/** How far a building was connected at a moment (ms). */
export function accessAt(
  building: BuildingModel,
  validReports: ReadonlyMap<number, number | null>,
  at: number,
): Access {
  return accessOf(itemsOf(building.points, validReports), building.row.accessAt?.getTime() ?? null, at)
}

/** How a building stood at a moment (ms). */
export function standingAt(
  building: BuildingModel,
  incidents: readonly Incident[],
  validReports: ReadonlyMap<number, number | null>,
  at: number,
): Standing {
  const { mustPercent, missingSince, status } = accessAt(building, validReports, at)
  return {
    mustPercent,
    missingSince,
    isFailed: status === 3,
    points: building.points.length,
    troubles: troublesAt(building, incidents, at),
  }
}
