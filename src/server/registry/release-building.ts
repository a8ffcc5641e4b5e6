import { and, eq } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import { withdrawApprovals } from './approval.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { recordScope } from './building-change.store.ts'
import { type Building, takeBuilding } from './find-building.ts'

/** A building never approved is deleted with its last bound unit. */
export async function releaseBuilding({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, buildingId, 'releaseBuilding')
    const unitId = session.unitId ?? 0
    const withdrawn = await withdrawApprovals(tx, { buildingId: row.id, unitId, now })
    const buildingRemoved = await endTie(tx, row, unitId)
    if (!buildingRemoved && (withdrawn || !(await isAnswered(tx, row.id))))
      // The refusal concerned the unit that left.
      await tx
        .update(building)
        .set({ approveStatus: null, refuseReason: null, modifiedAt: now })
        .where(eq(building.id, row.id))
    const { name, county } = row
    return { value: null, audit: { buildingId: row.id, unitId, before: { name, county, unitId }, buildingRemoved } }
  })
}

/** @returns whether the building was deleted */
export async function endTie(tx: Db, { id, registered }: Building, unitId: number): Promise<boolean> {
  const tie = and(eq(buildingUnit.buildingId, id), eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound'))
  await tx.delete(buildingUnit).where(tie)
  await recordScope(tx, { buildingId: id, unitId })
  const isGone = !registered && !(await isAnswered(tx, id))
  if (isGone) await tx.delete(building).where(eq(building.id, id))
  return isGone
}

async function isAnswered(tx: Db, buildingId: number): Promise<boolean> {
  const bound = and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.kind, 'bound'))
  return (await tx.$count(buildingUnit, bound)) > 0
}
