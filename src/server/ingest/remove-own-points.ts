import { and, count, desc, eq, isNotNull } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'
import type { SignedProgram } from '../http/admit-program.ts'
import { lockWithAlarms, OPEN_ALARM, removePoints } from '../point/remove-points.ts'
import { unlistedPoint } from '../point/unlisted-point.table.ts'
import { findPoints, type NamedPoint, nameOf } from './find-points.ts'
import { ACCEPTED, DUPLICATE, NOT_THERE, refused, type Verdict } from './outcome.ts'
import { needOwn } from './read-own.ts'

export interface OwnRemoval {
  readonly verdicts: Verdict[]
  readonly buildingIds: readonly number[]
  readonly points: number
  readonly problems: number
}

/** Removes points of a provider's buildings, each unless an alarm of it is open. */
export async function removeOwnPoints(
  tx: Db,
  providerId: number,
  items: readonly NamedPoint[],
  now: Date,
): Promise<OwnRemoval> {
  const { points, removed } = await findPoints(tx, providerId, { names: items, kept: new Set(), systems: [] })
  const ids = [...points.values()].map(({ id }) => id)
  const withAlarm = await lockWithAlarms(tx, ids)
  const gone = ids.filter((id) => !withAlarm.has(id))
  const problems = await removePoints(tx, gone, 'provider', now)
  const seen = new Set<number>()
  const verdicts = items.map((item): Verdict => {
    const point = points.get(nameOf(item))
    if (!point) return removed.has(nameOf(item)) ? DUPLICATE : NOT_THERE
    if (withAlarm.has(point.id)) return refused(OPEN_ALARM)
    if (seen.has(point.id)) return DUPLICATE
    seen.add(point.id)
    return ACCEPTED
  })
  const buildingIds = [...new Set([...points.values()].map(({ buildingId }) => buildingId))]
  return { verdicts, buildingIds, points: gone.length, problems }
}

/** The points of a building that were removed, newest first. @throws AppError 404 where the building is not the program's */
export async function removedPoints(
  db: Db,
  program: SignedProgram,
  input: { readonly projectId: string; readonly currentPage: number; readonly pageSize: number },
) {
  const where = and(
    eq(unlistedPoint.buildingId, await needOwn(db, program, input.projectId)),
    isNotNull(unlistedPoint.removedAt),
    isNotNull(unlistedPoint.pointNumber),
  )
  const rows = await db
    .select()
    .from(unlistedPoint)
    .where(where)
    .orderBy(desc(unlistedPoint.removedAt), desc(unlistedPoint.id))
    .limit(input.pageSize)
    .offset((input.currentPage - 1) * input.pageSize)
  const [total] = await db.select({ n: count() }).from(unlistedPoint).where(where)
  return {
    list: rows.flatMap(({ pointNumber, deviceNo, deviceName, removedAt, removedBy }) =>
      pointNumber && removedAt && removedBy
        ? [{ pointNumber, deviceNo, deviceName, removedTime: toWireTime(removedAt), removedBy }]
        : [],
    ),
    total: total?.n ?? 0,
  }
}
