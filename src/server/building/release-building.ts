import { and, eq, ne } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import { latestApproval, withdrawApprovals } from '../approval/approval.store.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import { building, buildingUnit } from './building.table.ts'
import { takeBuilding } from './find-building.ts'

/**
 * Releases a building from the caller's unit: the tie goes, what the unit had asked to be approved is withdrawn. A
 * building that was never approved leaves with the last unit that answers for it.
 */
export async function releaseBuilding({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, buildingId, 'releaseBuilding')
    const unitId = session.unitId ?? 0
    await tx
      .delete(buildingUnit)
      .where(and(eq(buildingUnit.buildingId, row.id), eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound')))
    const newest = await latestApproval(tx, row.id)
    const neverApproved = newest?.kind === 'building' && newest.status !== 1
    const answered = await isAnswered(tx, row.id, unitId)
    const gone = neverApproved && !answered
    if (gone) await tx.delete(building).where(eq(building.id, row.id))
    else if ((await withdrawApprovals(tx, { buildingId: row.id, unitId, now })) || !answered)
      // What was refused to a unit that is gone concerns nobody: the building can be bound anew.
      await tx
        .update(building)
        .set({ approveStatus: null, refuseReason: null, modifiedAt: now })
        .where(eq(building.id, row.id))
    return {
      value: null,
      audit: { buildingId: row.id, unitId, before: { name: row.name, unitId }, buildingRemoved: gone },
    }
  })
}

async function isAnswered(tx: Db, buildingId: number, besides: number): Promise<boolean> {
  const [tie] = await tx
    .select({ unitId: buildingUnit.unitId })
    .from(buildingUnit)
    .where(
      and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.kind, 'bound'), ne(buildingUnit.unitId, besides)),
    )
    .limit(1)
  return tie !== undefined
}
