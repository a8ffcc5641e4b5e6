import { asc, eq, inArray } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import { withdrawApprovals } from '../registry/approval.store.ts'
import { notifyAuthority } from '../registry/open-application.ts'
import type { Db } from '../platform/db/open-db.ts'
import { transmissionDevice } from '../schema/transmission-device.table.ts'
import type { Context } from '../platform/implement.ts'
import { linkTo } from '../identity/messages.ts'
import { point } from '../schema/point.table.ts'
import { dropDeviceChecks } from '../devices/duty-answer.store.ts'
import { closeProblems, lockWithAlarms, removePoints } from '../devices/remove-points.ts'
import { lockBuildingStates } from '../evaluation/evaluated-building.store.ts'
import { evaluateBuildings } from '../evaluation/evaluate-buildings.ts'
import { recordScope } from '../registry/building-change.store.ts'
import { newKey } from '../registry/building-key.ts'
import { building } from '../schema/building.table.ts'
import { findBuilding, needRoleFor, takeBuilding } from '../registry/find-building.ts'

/** In the order of ingestion: deadlocks. */
async function lockLikeReports(tx: Db, session: Session, buildingId: number): Promise<void> {
  const { id } = await findBuilding(tx, session, buildingId)
  await tx.select({ id: point.id }).from(point).where(eq(point.buildingId, id)).orderBy(asc(point.id)).for('update')
  await lockBuildingStates(tx, [id])
}

/** Points with an open alarm stay until it is judged; records and scores stay as evidence. */
export async function releaseProvider({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now, deps } = ctx
  return ctx.write(async (tx) => {
    needRoleFor(session, 'releaseProvider')
    await lockLikeReports(tx, session, buildingId)
    const row = await takeBuilding(tx, session, buildingId, 'releaseProvider')
    const own = await tx.select({ id: point.id }).from(point).where(eq(point.buildingId, row.id)).orderBy(asc(point.id))
    const ids = own.map(({ id }) => id)
    const withAlarm = await lockWithAlarms(tx, ids)
    const removed = ids.filter((id) => !withAlarm.has(id))
    const left = await closeProblems(tx, [...withAlarm], 'release', now, ['alarm-unhandled'])
    const problems = left + (await removePoints(tx, removed, 'release', now))
    await tx
      .update(point)
      .set({ releasedAt: now, online: false })
      .where(inArray(point.id, [...withAlarm]))
    const transmitters = await tx
      .delete(transmissionDevice)
      .where(eq(transmissionDevice.buildingId, row.id))
      .returning({ address: transmissionDevice.address })
    await dropDeviceChecks(
      tx,
      transmitters.map(({ address }) => address),
    )
    const withdrawn = await withdrawApprovals(tx, { buildingId: row.id, kind: 'access', now })
    await tx
      .update(building)
      .set({
        providerId: null,
        accessStatus: 0,
        accessAt: null,
        mustPercent: 0,
        optionalPercent: 0,
        appKey: newKey(deps),
        ...(withdrawn && { approveStatus: null }),
        modifiedAt: now,
      })
      .where(eq(building.id, row.id))
    await notifyAuthority(
      tx,
      {
        title: `【解绑服务商】${row.name}`,
        lines: [row.name, '管理单位已解绑该建筑的服务商，点位和接入情况已清空。'],
        link: linkTo(`/buildDetail/${row.id}/0/baseInfo`, '查看建筑'),
        counties: [row.county],
      },
      now,
    )
    await recordScope(tx, { buildingId: row.id, ...(row.providerId !== null && { providerId: row.providerId }) })
    await evaluateBuildings(tx, [row.id], now, [], false, [row.id])
    const audit = {
      buildingId: row.id,
      before: { providerId: row.providerId },
      after: { providerId: null },
      points: removed.length,
      pointsWithAlarm: withAlarm.size,
      transmitters: transmitters.length,
      problems,
    }
    return { value: null, audit }
  })
}
