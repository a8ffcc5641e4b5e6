import { eq } from 'drizzle-orm'
import { buildingTypeOf } from '#contract/building-form.rules.ts'
import type { buildingForm } from '#contract/building-form.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { openApplication } from './open-application.ts'
import { AppError } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import type { Session } from '../platform/session.ts'
import type { Context } from '../platform/implement.ts'
import { recordScope } from './building-change.store.ts'
import { newKey, newProjectId } from './building-key.ts'
import { versionOf } from './building-form.present.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { takeBuilding } from './find-building.ts'
import { limitApplications } from './limit-applications.ts'
import { needBinding } from './need-binding.ts'
import { isClaimant } from './need-confirmed-tie.ts'
import { currentValues, divideChanges, effectiveColumns, proposedChanges } from './register-changes.rules.ts'
import { buildingColumns } from './building-columns.ts'

type Input = ParsedOf<typeof buildingForm.add>

export async function addBuilding({ id, ...told }: Input, ctx: Context<Session>): Promise<null> {
  const unitId = needBinding(ctx)
  if (id !== undefined) return submitAgain({ ...told, id }, unitId, ctx)
  const { deps, session, now } = ctx
  const columns = buildingColumns(told, { now })
  return ctx.write(async (tx) => {
    await limitApplications(tx, 'claim', session.accountId, now)
    const [row] = await tx
      .insert(building)
      .values({
        ...columns,
        buildingType: buildingTypeOf(columns),
        registered: false,
        openProjectId: newProjectId(deps),
        appKey: newKey(deps),
        createdAt: now,
      })
      .returning({ id: building.id })
    if (!row) throw new Error('no building was added')
    const tie = { buildingId: row.id, unitId }
    await tx.insert(buildingUnit).values({ ...tie, kind: 'bound', createdAt: now, modifiedAt: now })
    await recordScope(tx, tie)
    const asked = { ...tie, accountId: session.accountId, kind: 'building', reason: '新增建筑' } as const
    const approveId = await openApplication(tx, asked, now)
    const { modifiedAt: _, ...after } = columns
    return { value: null, audit: { ...tie, approveId, after } }
  })
}

/** Changes to a registered building are kept in the application. */
async function submitAgain(
  { id, version, ...told }: Input & { id: number },
  unitId: number,
  ctx: Context<Session>,
): Promise<null> {
  const { session, now } = ctx
  const { accountId } = session
  const columns = buildingColumns(told, { now })
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, id, 'resubmit')
    const current = versionOf(row)
    if (version && version !== current && !(await ctx.followsOwn(tx, current))) throw new AppError(409)
    await limitApplications(tx, 'propose', accountId, now)
    const asked = { buildingId: row.id, unitId, accountId, reason: '重新提交建筑' } as const
    if (!row.registered) {
      await tx
        .update(building)
        .set({ ...columns, buildingType: buildingTypeOf(columns) })
        .where(eq(building.id, row.id))
      const approveId = await openApplication(tx, { ...asked, kind: 'building' }, now)
      return { value: null, audit: { buildingId: row.id, unitId, approveId, ...changesBetween(row, columns) } }
    }
    const isClaim = await isClaimant(tx, session, row.id)
    const proposed = proposedChanges(row, columns)
    const { atOnce, waiting } = isClaim ? { atOnce: {}, waiting: proposed } : divideChanges(proposed)
    await tx
      .update(building)
      .set({ ...effectiveColumns(row, atOnce), modifiedAt: now })
      .where(eq(building.id, row.id))
    const kind = isClaim ? 'registered' : 'change'
    const approveId = await openApplication(tx, { ...asked, kind, changes: waiting }, now)
    const proposal = { before: currentValues(row, waiting), after: waiting }
    return {
      value: null,
      audit: { buildingId: row.id, unitId, approveId, ...changesBetween(row, atOnce), asked: proposal },
    }
  })
}
