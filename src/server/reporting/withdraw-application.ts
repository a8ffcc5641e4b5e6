import { and, eq, isNull } from 'drizzle-orm'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { building } from '../schema/building.table.ts'
import { recordApplication } from '../registry/building-change.store.ts'
import { endTie, needNoProvider } from '../registry/release-building.ts'
import type { Context } from '../platform/implement.ts'
import { approval } from '../schema/approval.table.ts'
import { asDecided } from './decide-application.ts'
import { findApplication } from '../registry/application.store.ts'

/** An added or claimed building's binding ends; without another unit it is removed. @throws AppError 404, 409 */
export async function withdrawApplication({ approveId }: { approveId: number }, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const asked = await findApplication(tx, buildingScope(tx, session), approveId)
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
    await recordApplication(tx, { buildingId, unitId })
    const isTied = kind === 'building' || kind === 'registered'
    const ended = isTied ? await endTie(ctx, tx, row, unitId) : null
    const buildingRemoved = ended?.buildingRemoved ?? false
    if (isTied && !buildingRemoved) needNoProvider(row)
    const { name, county } = row
    return {
      value: null,
      audit: { approveId, buildingId, unitId, kind, before: { name, county, status: 0 }, buildingRemoved },
      objects: ended?.objects ?? [],
    }
  })
}
