import type { Db } from '../db/open-db.ts'
import { followPoints } from './follow-points.ts'
import { loadPoints, type PointRow } from './point.store.ts'
import { settleBuildings } from './settle-buildings.ts'

export interface ArrivalOf {
  readonly now: Date
  /** Buildings and points that something arrived of; a point that was registered or marked offline is one too. */
  readonly buildingIds: readonly number[]
  readonly pointIds: readonly number[]
  /** These points as they stand after it, where who stored it knows; left out: they are read. */
  readonly points?: readonly PointRow[]
  /** Of these points events began, ended or were handled; left out: of any. */
  readonly eventPointIds?: readonly number[]
  /** The oldest device time among what arrived; left out: everything is read back. It only saves work. */
  readonly earliest?: Date
}

/**
 * Understands what arrived, in the transaction that stored it: what is wrong at these points now, and what follows for
 * their buildings' access, problems and score. Where nothing changed that matters, that is one query and no write.
 */
export async function followArrival(tx: Db, arrival: ArrivalOf) {
  const { now, buildingIds, pointIds, eventPointIds, earliest } = arrival
  const points = arrival.points ?? (pointIds.length > 0 ? await loadPoints(tx, { pointIds }) : [])
  const events = eventPointIds && new Set(eventPointIds)
  const { changed, ended } = await followPoints(tx, points, events, earliest?.getTime() ?? -Infinity)
  for (const point of points) if (point.returns || isDue(point, now)) changed.add(point.buildingId)
  // A building without a point among them was named for its own sake.
  const seen = new Set(points.map(({ buildingId }) => buildingId))
  for (const id of buildingIds) if (!seen.has(id)) changed.add(id)
  await settleBuildings(
    tx,
    [...changed].sort((a, b) => a - b),
    now,
    ended,
    false,
  )
}

const isDue = ({ dueAt }: PointRow, now: Date) => dueAt === null || dueAt <= now.getTime()
