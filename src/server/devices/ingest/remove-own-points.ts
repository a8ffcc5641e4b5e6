import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { SignedProgram } from '#server/platform/authenticate-program.ts'
import { lockBuildingStates } from '#server/evaluation/evaluated-building.store.ts'
import { evaluateBuildings } from '#server/evaluation/evaluate-buildings.ts'
import { lockWithAlarms, OPEN_ALARM, removePoints } from '../remove-points.ts'
import { unlistedPoint } from '#server/schema/unlisted-point.table.ts'
import { type KnownPoint, lockNamedPoints, type NamedPoint, nameOf } from './lock-named-points.ts'
import { ACCEPTED, DUPLICATE, NOT_THERE, refused, type JudgedItem } from './item-result.ts'
import { needOwn } from './read-own.ts'

export interface OwnRemoval {
  readonly verdicts: JudgedItem[]
  readonly buildingIds: readonly number[]
  readonly points: number
  readonly problems: number
}

export async function removeOwnPoints(
  tx: Db,
  providerId: number,
  items: readonly NamedPoint[],
  now: Date,
): Promise<OwnRemoval> {
  const { points, removed } = await lockNamedPoints(tx, providerId, { names: items, kept: new Set(), systems: [] })
  const ids = [...points.values()].map(({ id }) => id)
  const withAlarm = await lockWithAlarms(tx, ids)
  const gone = ids.filter((id) => !withAlarm.has(id))
  const smaller = buildingsOf([...points.values()].filter(({ id }) => !withAlarm.has(id)))
  await lockBuildingStates(tx, smaller)
  const problems = await removePoints(tx, gone, 'provider', now)
  await evaluateBuildings(tx, smaller, now, [], false, smaller)
  const seen = new Set<number>()
  const verdicts = items.map((item): JudgedItem => {
    const point = points.get(nameOf(item))
    if (!point) return removed.has(nameOf(item)) ? DUPLICATE : NOT_THERE
    if (withAlarm.has(point.id)) return refused(OPEN_ALARM)
    if (seen.has(point.id)) return DUPLICATE
    seen.add(point.id)
    return ACCEPTED
  })
  return { verdicts, buildingIds: buildingsOf([...points.values()]), points: gone.length, problems }
}

const buildingsOf = (points: readonly KnownPoint[]) => [...new Set(points.map(({ buildingId }) => buildingId))]

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
  return {
    list: rows.map(({ pointNumber, deviceNo, deviceName, removedAt, removedBy }) => ({
      pointNumber: pointNumber as string,
      deviceNo,
      deviceName,
      removedTime: toWireTime(removedAt as Date),
      removedBy: removedBy as NonNullable<typeof removedBy>,
    })),
    total: await db.$count(unlistedPoint, where),
  }
}
