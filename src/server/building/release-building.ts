import { and, eq } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import { withdrawApprovals } from '../approval/approval.store.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import { building, buildingUnit } from './building.table.ts'
import { type Building, takeBuilding } from './find-building.ts'

/**
 * Releases a building from the caller's unit: the tie goes, what the unit had asked to be approved is withdrawn. A
 * building that was never approved leaves with the last unit that answers for it.
 */
export async function releaseBuilding({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, buildingId, 'releaseBuilding')
    const unitId = session.unitId ?? 0
    const withdrawn = await withdrawApprovals(tx, { buildingId: row.id, unitId, now })
    const buildingRemoved = await endTie(tx, row, unitId)
    if (!buildingRemoved && (withdrawn || !(await isAnswered(tx, row.id))))
      // What was refused to a unit that is gone concerns nobody: the building can be bound anew.
      await tx
        .update(building)
        .set({ approveStatus: null, refuseReason: null, modifiedAt: now })
        .where(eq(building.id, row.id))
    const { name, county } = row
    return { value: null, audit: { buildingId: row.id, unitId, before: { name, county, unitId }, buildingRemoved } }
  })
}

/** Ends a unit's tie to a building it answers for. @returns whether the building left with it */
export async function endTie(tx: Db, { id, registered }: Building, unitId: number): Promise<boolean> {
  const tie = and(eq(buildingUnit.buildingId, id), eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound'))
  await tx.delete(buildingUnit).where(tie)
  const isGone = !registered && !(await isAnswered(tx, id))
  if (isGone) await tx.delete(building).where(eq(building.id, id))
  return isGone
}

async function isAnswered(tx: Db, buildingId: number): Promise<boolean> {
  const bound = and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.kind, 'bound'))
  return (await tx.$count(buildingUnit, bound)) > 0
}
