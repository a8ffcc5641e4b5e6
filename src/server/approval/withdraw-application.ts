import { and, eq, isNull } from 'drizzle-orm'
import { notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import { endTie } from '../building/release-building.ts'
import type { Context } from '../implement.ts'
import { approval } from './approval.table.ts'
import { asDecided } from './decide-application.ts'
import { findApplication } from './review.store.ts'

/**
 * Withdraws a pending application of the caller's unit. Nothing of it took effect; an added building goes with it, and a
 * claim's tie.
 * @throws AppError 404 for another unit's, 409 where it was decided or withdrawn before
 */
export async function withdrawApplication(
  { approveId }: { approveId: number },
  { session, now, write }: Context<Session>,
): Promise<null> {
  return write(async (tx) => {
    const asked = await findApplication(tx, visibleTo(tx, session), approveId)
    if (!asked || asked.unitId !== session.unitId) throw notThere()
    const { buildingId, unitId, kind } = asked
    const [row] = await tx.select().from(building).where(eq(building.id, buildingId)).for('update')
    if (!row) throw notThere()
    const withdrawn = await tx
      .update(approval)
      .set({ withdrawnAt: now })
      .where(and(eq(approval.id, approveId), eq(approval.status, 0), isNull(approval.withdrawnAt)))
      .returning({ id: approval.id })
    if (withdrawn.length === 0) throw await asDecided(tx, approveId)
    await tx
      .update(building)
      .set({ approveStatus: null, refuseReason: null, modifiedAt: now })
      .where(eq(building.id, buildingId))
    const isTied = kind === 'building' || kind === 'registered'
    const buildingRemoved = isTied && (await endTie(tx, row, unitId))
    const { name, county } = row
    return {
      value: null,
      audit: { approveId, buildingId, unitId, kind, before: { name, county, status: 0 }, buildingRemoved },
    }
  })
}
