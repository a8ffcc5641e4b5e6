import type { Db } from '../platform/db/open-db.ts'
import { evaluatePoints } from './evaluate-points.ts'
import { loadPoints, type EvaluatedPoint } from './evaluated-point.store.ts'
import { evaluateBuildings } from './evaluate-buildings.ts'

export interface BatchScope {
  readonly now: Date
  readonly pointIds: readonly number[]
  /** Loaded if undefined. */
  readonly points?: readonly EvaluatedPoint[]
  /** Undefined: any point. */
  readonly eventPointIds?: readonly number[]
  /** Undefined: all readings are read back. */
  readonly earliest?: Date
  /** Evaluated if none of their points is loaded. */
  readonly fallbackBuildingIds?: readonly number[]
}

/** In the batch's transaction; one query without relevant changes. What must last counts later: job `evaluate`. */
export async function evaluateBatch(tx: Db, batch: BatchScope) {
  const { now, pointIds, eventPointIds, earliest, fallbackBuildingIds = [] } = batch
  const points = batch.points ?? (await loadPoints(tx, { pointIds }))
  const events = eventPointIds && new Set(eventPointIds)
  const { changed, ended } = await evaluatePoints(tx, points, events, earliest?.getTime() ?? -Infinity)
  const moved = [...changed]
  for (const point of points) if (point.returns || isDue(point, now)) changed.add(point.buildingId)
  const seen = new Set(points.map(({ buildingId }) => buildingId))
  for (const id of fallbackBuildingIds) if (!seen.has(id)) changed.add(id)
  await evaluateBuildings(tx, [...changed], now, ended, false, moved)
}

const isDue = ({ dueAt }: EvaluatedPoint, now: Date) => (dueAt ?? 0) <= now.getTime()
