import { and, eq } from 'drizzle-orm'
import type { Program } from '../platform/authenticate-program.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { LimitRule } from '../platform/rate-limit.ts'
import type { Context } from '../platform/implement.ts'
import { linkTo, notifyUnit } from '../identity/messages.ts'
import { recordScope } from './building-change.store.ts'
import { building, buildingUnit } from '../schema/building.table.ts'

const UNKNOWN_KEYS: LimitRule = { points: 30, windowSec: 3600, blockSec: 0 }

export interface BoundBuilding {
  readonly projectId: string
  readonly name: string
}

/** Idempotent. @throws AppError 404, 409 if another provider serves it, 429 */
export async function bindByKey(
  ctx: Pick<Context<unknown>, 'deps' | 'now' | 'write'>,
  { providerId, name }: Pick<Program, 'providerId' | 'name'>,
  buildingKey: string,
): Promise<BoundBuilding> {
  const { limits } = ctx.deps
  const limitKey = `building-key:${providerId}`
  if (!(await limits.take(limitKey, UNKNOWN_KEYS, ctx.now)).allowed)
    throw new AppError(429, '建筑密钥错误次数过多，请一小时后再试')
  const bound = await ctx.write(async (tx) => {
    const [row] = await tx.select().from(building).where(eq(building.appKey, buildingKey)).for('update')
    if (!row) throw notThere('建筑密钥有误，请与建筑管理单位核对')
    if (row.providerId !== null && row.providerId !== providerId)
      throw new AppError(409, '该建筑已绑定其他服务商，请由建筑管理单位先解绑')
    if (row.providerId === null) {
      await tx.update(building).set({ providerId, modifiedAt: ctx.now }).where(eq(building.id, row.id))
      await recordScope(tx, { buildingId: row.id, providerId })
      await tellUnits(tx, row, name, ctx.now)
    }
    return {
      value: { projectId: row.openProjectId, name: row.name },
      audit: { buildingId: row.id, before: { providerId: row.providerId }, after: { providerId } },
    }
  })
  await limits.giveBack(limitKey)
  return bound
}

async function tellUnits(tx: Db, row: typeof building.$inferSelect, provider: string, now: Date): Promise<void> {
  const units = await tx
    .select({ id: buildingUnit.unitId })
    .from(buildingUnit)
    .where(and(eq(buildingUnit.buildingId, row.id), eq(buildingUnit.kind, 'bound')))
  const letter = {
    title: '建筑已绑定服务商',
    html: `<p>服务商${escapeHtml(provider)}已凭建筑密钥绑定${escapeHtml(row.name)}，可以上报该建筑的数据。如非你单位授权，请在建筑详情中解绑服务商，密钥随即更换。</p>${linkTo(`/buildDetail/${row.id}/1/baseInfo`, '查看建筑')}`,
  }
  for (const { id } of units) await notifyUnit(tx, { unitId: id }, letter, now)
}
