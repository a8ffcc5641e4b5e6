import { eq } from 'drizzle-orm'
import { buildingTypeOf } from '#contract/building-form.rules.ts'
import type { buildingForm } from '#contract/building-form.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { latestApproval, openApproval } from '../approval/approval.store.ts'
import { AppError } from '../app-error.ts'
import { changesBetween } from '../audit/changes-between.ts'
import type { Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'
import { newKey, newProjectId } from './building-key.ts'
import { versionOf } from './building-form.present.ts'
import { building, buildingUnit } from './building.table.ts'
import { takeBuilding } from './find-building.ts'
import { needBinding } from './need-binding.ts'
import { columnsOf } from './told-building.ts'

type Input = ParsedOf<typeof buildingForm.add>

/** Adds a building that the caller's unit answers for and the authority has to approve. */
export async function addBuilding({ id, ...told }: Input, ctx: Context<Session>): Promise<null> {
  const unitId = needBinding(ctx)
  if (id !== undefined) return submitAgain({ ...told, id }, unitId, ctx)
  const { deps, session, now } = ctx
  const columns = columnsOf(told, { now })
  return ctx.write(async (tx) => {
    const [row] = await tx
      .insert(building)
      .values({
        ...columns,
        buildingType: buildingTypeOf(columns),
        openProjectId: newProjectId(deps),
        appKey: newKey(deps),
        createdAt: now,
      })
      .returning({ id: building.id })
    if (!row) throw new Error('no building was added')
    const tie = { buildingId: row.id, unitId }
    await tx.insert(buildingUnit).values({ ...tie, kind: 'bound', createdAt: now, modifiedAt: now })
    await openApproval(tx, { ...tie, accountId: session.accountId, kind: 'building', reason: '新增建筑' }, now)
    const { modifiedAt: _, ...after } = columns
    return { value: null, audit: { ...tie, after } }
  })
}

/** Corrects a refused building and puts it before the authority again. */
async function submitAgain(
  { id, version, ...told }: Input & { id: number },
  unitId: number,
  ctx: Context<Session>,
): Promise<null> {
  const { session, now } = ctx
  const columns = columnsOf(told, { now })
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, id, 'resubmit')
    if (version && version !== versionOf(row)) throw new AppError(409)
    // A building of long standing is corrected after a refused declaration: it must not leave with its unit.
    const kind = (await latestApproval(tx, row.id))?.kind === 'building' ? 'building' : 'registered'
    await tx
      .update(building)
      .set({ ...columns, ...(kind === 'building' && { buildingType: buildingTypeOf(columns) }) })
      .where(eq(building.id, row.id))
    const asked = { buildingId: row.id, unitId, accountId: session.accountId, kind, reason: '重新提交建筑' } as const
    await openApproval(tx, asked, now)
    return { value: null, audit: { buildingId: row.id, unitId, ...changesBetween(row, columns) } }
  })
}
