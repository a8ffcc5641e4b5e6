import type { approval as contract } from '#contract/approval.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { takeBuilding } from './find-building.ts'
import { limitApplications } from './limit-applications.ts'
import type { Context } from '../platform/implement.ts'
import { attachUploads } from './upload.store.ts'
import { openApplication } from './open-application.ts'
import { isDeclarationType } from './declaration-types.ts'

const wrong = (field: string, said: string) => new AppError(400, said, { [field]: said })

/** Names in the input are ignored. */
export async function submitDeclaration(input: ParsedOf<typeof contract.submit>, ctx: Context<Session>): Promise<null> {
  const { session, now } = ctx
  const types = [...new Map(input.specialApproveData.map((path) => [path.join('/'), path])).values()]
  if (!types.every(isDeclarationType)) throw wrong('specialApproveData', '请重新选择申报类型')
  const urls = [...new Set(input.approveAccessAttachmentList.map(({ url }) => url))]
  return ctx.write(async (tx) => {
    const row = await takeBuilding(tx, session, input.buildingId, 'declare')
    if (!row.registered) throw new AppError(409, '该建筑尚未通过审批，请先重新提交建筑')
    if (input.wuyeId !== undefined && input.wuyeId !== session.unitId) throw notThere()
    const unitId = session.unitId ?? 0
    const { accountId } = session
    await limitApplications(tx, 'propose', accountId, now)
    const asked = { buildingId: row.id, unitId, accountId, kind: 'access' as const, reason: input.applyReason, types }
    const approvalId = await openApplication(tx, asked, now)
    if ((await attachUploads(tx, { accountId, urls, approvalId })) < urls.length)
      throw wrong('approveAccessAttachmentList', '附件已失效，请删除后重新上传')
    return {
      value: null,
      audit: {
        approveId: approvalId,
        buildingId: row.id,
        unitId,
        after: { reason: input.applyReason, types },
        attachments: urls.length,
      },
    }
  })
}
