import { eq } from 'drizzle-orm'
import { latestApproval } from '../approval/approval.store.ts'
import { AppError } from '../app-error.ts'
import { changesBetween } from '../audit/changes-between.ts'
import type { Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'
import { versionOf } from './building-form.present.ts'
import { building } from './building.table.ts'
import { takeBuilding } from './find-building.ts'
import { columnsOf, type Told } from './told-building.ts'

const UNDER_APPROVAL = '该建筑正在审批中，审批结束后才能修改'

/**
 * Changes a building's own data.
 * @throws AppError 404 out of sight, 409 where it changed meanwhile, or where its unit would change what the authority
 *   is deciding about
 */
export async function editBuilding({ id, version, ...told }: Told, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  const { role } = session.actor
  const columns = columnsOf(told, { now, county: session.county, at: 'iotBuildingBaseInfoVO.' })
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, id, 'edit')
    if (role !== 'government' && row.approveStatus === 0 && (await latestApproval(tx, row.id))?.kind !== 'access')
      throw new AppError(409, UNDER_APPROVAL)
    if (version && version !== versionOf(row)) throw new AppError(409)
    await tx.update(building).set(columns).where(eq(building.id, row.id))
    return { value: null, audit: { buildingId: row.id, ...changesBetween(row, columns) } }
  })
}
