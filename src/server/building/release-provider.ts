import { and, eq, isNull } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import { withdrawApprovals } from '../approval/approval.store.ts'
import { notifyAuthority } from '../approval/open-application.ts'
import { transmissionDevice } from '../gateway/transmission-device.table.ts'
import type { Context } from '../implement.ts'
import { point } from '../point/point.table.ts'
import { problem } from '../problem/problem.table.ts'
import { newKey } from './building-key.ts'
import { building } from './building.table.ts'
import { takeBuilding } from './find-building.ts'

/**
 * Releases a building from its provider and clears what is tied to it: points with their latest states, transmission devices, the connection
 * and its percentages, open problems (their cause is out of sight), a declaration under way, and the key the provider
 * reports with. Records, readings and past scores stay: they are evidence of what happened.
 */
export async function releaseProvider({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now, deps } = ctx
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, buildingId, 'releaseProvider')
    const points = await tx.delete(point).where(eq(point.buildingId, row.id)).returning({ id: point.id })
    const transmitters = await tx
      .delete(transmissionDevice)
      .where(eq(transmissionDevice.buildingId, row.id))
      .returning({ address: transmissionDevice.address })
    const problems = await tx
      .update(problem)
      .set({ solvedAt: now })
      .where(and(eq(problem.buildingId, row.id), isNull(problem.solvedAt)))
      .returning({ id: problem.id })
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
        counties: [row.county],
      },
      now,
    )
    const audit = {
      buildingId: row.id,
      before: { providerId: row.providerId },
      after: { providerId: null },
      points: points.length,
      transmitters: transmitters.length,
      problems: problems.length,
    }
    return { value: null, audit }
  })
}
