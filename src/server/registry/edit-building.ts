import { eq } from 'drizzle-orm'
import { buildingTypeOf } from '#contract/building-form.rules.ts'
import { openApplication } from './open-application.ts'
import { AppError } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { recordBuildings, recordMoves } from './building-change.store.ts'
import { versionOf } from './building-form.present.ts'
import { seesDistrict } from './building.scope.ts'
import { building } from '../schema/building.table.ts'
import { type Building, takeBuilding } from './find-building.ts'
import { limitApplications } from './limit-applications.ts'
import { currentValues, divideChanges, effectiveColumns, isEmpty, proposedChanges } from './register-changes.rules.ts'
import { buildingColumns, type SubmittedBuilding } from './building-columns.ts'

const UNDER_APPROVAL = '该建筑有申请正在审批，审批结束或撤回后才能修改'

type Columns = ReturnType<typeof buildingColumns>

/** Fields about use need no approval. @throws AppError 404, 409 if it changed or an affected approval is pending */
export async function editBuilding({ id, version, ...told }: SubmittedBuilding, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  const isAuthority = session.actor.role === 'government'
  const mayLieIn = isAuthority ? (county: string) => seesDistrict(session, county) : undefined
  const columns = buildingColumns(told, { now, mayLieIn, at: 'iotBuildingBaseInfoVO.' })
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, id, 'edit')
    if (!isAuthority && !row.registered && row.approveStatus === 0) throw new AppError(409, UNDER_APPROVAL)
    const current = versionOf(row)
    if (version && version !== current && !(await ctx.followsOwn(tx, current))) throw new AppError(409)
    const audit =
      !isAuthority && row.registered
        ? await proposeEdit(tx, row, columns, ctx)
        : { buildingId: row.id, ...changesBetween(row, columns) }
    if (isAuthority || !row.registered)
      await tx
        .update(building)
        .set({ ...columns, buildingType: buildingTypeOf(columns) })
        .where(eq(building.id, row.id))
    await recordBuildings(tx, [row.id])
    await recordMoves(tx, [{ id: row.id, from: row.county }])
    const [left = row] = await tx.select().from(building).where(eq(building.id, row.id))
    return { value: null, audit, version: versionOf(left) }
  })
}

async function proposeEdit(tx: Db, row: Building, columns: Columns, { session, now }: Context<Session>) {
  const { atOnce, waiting } = divideChanges(proposedChanges(row, columns))
  const { unitId, accountId } = session
  if (unitId === null) throw new AppError(403)
  if (!isEmpty(waiting) && row.approveStatus === 0) throw new AppError(409, UNDER_APPROVAL)
  if (!isEmpty(atOnce))
    await tx
      .update(building)
      .set({ ...effectiveColumns(row, atOnce), modifiedAt: now })
      .where(eq(building.id, row.id))
  const audit = { buildingId: row.id, ...changesBetween(row, atOnce) }
  if (isEmpty(waiting)) return audit
  await limitApplications(tx, 'propose', accountId, now)
  const approveId = await openApplication(
    tx,
    { buildingId: row.id, unitId, accountId, kind: 'change', reason: '修改建筑信息', changes: waiting },
    now,
  )
  return { ...audit, approveId, asked: { before: currentValues(row, waiting), after: waiting } }
}
