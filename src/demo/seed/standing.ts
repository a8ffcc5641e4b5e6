import { type Access, accessOf, type ItemSeen, neededOf } from '#server/evaluation/access.rules.ts'
import type { Condition } from '#server/evaluation/condition.ts'
import type { ScoreInput } from '#server/evaluation/score-building.ts'
import { type BuildingModel, type Incident, isOn, type PointModel } from './model.ts'

function conditionOf({ id, row }: PointModel, cause: Condition['cause'], since: number): Condition {
  const { systemId, apiId, deviceName, deviceNo } = row
  return { pointId: id, systemId, apiId, deviceName, deviceNo, cause, since }
}

const hasReported = ({ liveFrom }: Pick<BuildingModel, 'liveFrom'>, { reporting }: PointModel, at: number) =>
  reporting && liveFrom !== null && at >= liveFrom

export function conditionsAt(building: BuildingModel, incidents: readonly Incident[], at: number): Condition[] {
  const mute = building.points.filter((point) => !hasReported(building, point, at))
  return [
    ...incidents
      .filter((incident) => isOn(incident, at))
      .map(({ point, cause, from }) => conditionOf(point, cause, from)),
    ...mute.map((point) => conditionOf(point, 'mute', point.row.createdAt.getTime())),
  ]
}

/** ms; null: never. */
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

export function accessAt(
  building: BuildingModel,
  validReports: ReadonlyMap<number, number | null>,
  at: number,
): Access {
  return accessOf(itemsOf(building.points, validReports), building.row.accessAt?.getTime() ?? null, at)
}

export function standingAt(
  building: BuildingModel,
  incidents: readonly Incident[],
  validReports: ReadonlyMap<number, number | null>,
  at: number,
): ScoreInput {
  const { mustPercent, missingSince, status } = accessAt(building, validReports, at)
  return {
    mustPercent,
    missingSince,
    isFailed: status === 3,
    points: building.points.length,
    conditions: conditionsAt(building, incidents, at),
  }
}
