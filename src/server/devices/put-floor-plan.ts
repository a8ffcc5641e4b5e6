import { createHash } from 'node:crypto'
import type { ParsedOf } from '#contract/endpoint.ts'
import { MOST_FLOOR_PLANS, PLAN_BYTES } from '#contract/floor-plan.rules.ts'
import type { floorPlan } from '#contract/floor-plan.ts'
import { UPLOAD_TYPES } from '#contract/upload.rules.ts'
import { AppError } from '../platform/app-error.ts'
import { isConnectionLoss } from '../platform/db/errors.ts'
import { inspectUpload } from '../platform/files/inspect-upload.ts'
import type { Context } from '../platform/implement.ts'
import { recordChange } from '../platform/record-change.ts'
import type { Session } from '../platform/session.ts'
import { findBuilding } from '../registry/find-building.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { countPlans, lockBuilding, type NamedPlan, planOfFloor, PLANS, savePlan } from './floor-plan.store.ts'

const PICTURES = { points: 60, windowSec: 60, blockSec: 0 }

const refuse = (said: string, code: 400 | 413 = 400) => new AppError(code, said, { file: said })

export const PLAN_CHANGED = '平面图已被他人修改，请核对后再试'

async function inspectPicture(file: File) {
  if (file.size > PLAN_BYTES) throw refuse('图片不能超过 2 MB', 413)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = await inspectUpload(bytes)
  if ('refusal' in found) throw refuse(found.refusal)
  if (found.type === 'pdf') throw refuse('平面图请上传 JPG 或 PNG 图片；PDF 请先截图')
  return { ...found, bytes }
}

export async function putFloorPlan(
  { buildingId, floor, version, file }: ParsedOf<typeof floorPlan.put>,
  ctx: Context<Session>,
): Promise<NamedPlan> {
  const { deps, session, now } = ctx
  await findBuilding(ctx.db, session, buildingId)
  const { allowed } = await deps.limits.take(`plan:${session.accountId}`, PICTURES, now)
  if (!allowed) throw new AppError(429, '上传过于频繁，请稍后再试')
  const { bytes, type, width, height } = await inspectPicture(file)
  const fileKey = `${PLANS}${deps.newToken()}`
  const contentType = UPLOAD_TYPES[type]
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  let replaced: string | undefined
  try {
    const saved = await ctx.write(async (tx) => {
      await findBuilding(tx, session, buildingId)
      await needConfirmedTie(tx, session, buildingId)
      await lockBuilding(tx, buildingId)
      const before = (await planOfFloor(tx, buildingId, floor))?.plan
      if (before?.version !== version) throw new AppError(409, before ? PLAN_CHANGED : '该楼层的平面图已被删除')
      if (!before && (await countPlans(tx, buildingId)) >= MOST_FLOOR_PLANS)
        throw new AppError(409, `每栋建筑最多 ${MOST_FLOOR_PLANS} 张平面图`)
      await deps.files.put(fileKey, bytes, { contentType })
      const facts = { width, height, size: bytes.length, contentType, sha256 }
      const by = { accountId: session.accountId, changedAt: now }
      const plan = await savePlan(tx, { buildingId, floor, fileKey, ...facts, ...by })
      replaced = before?.fileKey
      await recordChange(tx, { kind: 'building', buildingId })
      const was = before && { size: before.size, contentType: before.contentType, sha256: before.sha256 }
      const audit = {
        buildingId,
        ...(was && { before: was }),
        after: { floor, size: bytes.length, contentType, sha256 },
      }
      return { value: { plan, by: session.name }, audit }
    })
    if (replaced) await deps.files.remove(replaced)
    return saved
  } catch (error) {
    // The row may have been committed; if not, a sweep removes the file.
    if (!isConnectionLoss(error)) await deps.files.remove(fileKey)
    throw error
  }
}
