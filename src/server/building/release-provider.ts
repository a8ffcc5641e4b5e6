import { asc, eq, inArray } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import { withdrawApprovals } from '../approval/approval.store.ts'
import { notifyAuthority } from '../approval/open-application.ts'
import type { Db } from '../db/open-db.ts'
import { transmissionDevice } from '../gateway/transmission-device.table.ts'
import type { Context } from '../implement.ts'
import { linkTo } from '../message/send-message.ts'
import { point } from '../point/point.table.ts'
import { lockWithAlarms, removePoints } from '../point/remove-points.ts'
import { takeBuildings } from '../understanding/building.store.ts'
import { settleBuildings } from '../understanding/settle-buildings.ts'
import { newKey } from './building-key.ts'
import { building } from './building.table.ts'
import { findBuilding, needRoleFor, takeBuilding } from './find-building.ts'

/** Locks points and building in the order in which reports lock them, to prevent deadlocks. */
async function lockLikeReports(tx: Db, session: Session, buildingId: number): Promise<void> {
  const { id } = await findBuilding(tx, session, buildingId)
  await tx.select({ id: point.id }).from(point).where(eq(point.buildingId, id)).orderBy(asc(point.id)).for('update')
  await takeBuildings(tx, [id])
}

/**
 * Releases a building from its provider and clears what is tied to it: points with their latest states, transmission
 * devices, the connection and its percentages, a declaration under way, and the key the provider reports with. Points
 * with an open alarm stay until it is judged; open problems of the others are closed for that reason. Records, readings
 * and past scores stay: they are evidence of what happened.
 */
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
    const problems = await removePoints(tx, removed, 'release', now)
    await tx
      .update(point)
      .set({ releasedAt: now, online: false })
      .where(inArray(point.id, [...withAlarm]))
    const transmitters = await tx
      .delete(transmissionDevice)
      .where(eq(transmissionDevice.buildingId, row.id))
      .returning({ address: transmissionDevice.address })
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
    await settleBuildings(tx, [row.id], now, [], false)
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
