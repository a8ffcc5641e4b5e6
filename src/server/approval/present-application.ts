import type { ReviewRow } from '#contract/approval.ts'
import { toWireTime } from '#contract/time.ts'
import { addressOf, type Upload } from '../upload/upload.store.ts'
import { wordsOfTypes } from './declaration-types.ts'
import type { Application } from './review.store.ts'

/** What is asked for, in words. */
export const askedFor = ({ kind, types }: Application): string =>
  kind === 'building' ? '新增建筑' : wordsOfTypes(types) || '特殊申报'

/** An application as the documents write it. */
export function presentApplication(row: Application, files: readonly Upload[]): ReviewRow {
  const attachments = files.map(({ token, fileName, contentType }) => ({
    url: addressOf(token),
    name: fileName,
    contentType,
  }))
  return {
    id: String(row.id),
    wuyeName: row.unitName,
    buildingId: String(row.buildingId),
    buildingName: row.buildingName,
    applyTime: toWireTime(row.appliedAt),
    applyReason: row.reason,
    applyType: askedFor(row),
    approveStatus: row.status,
    refuseReason: row.refuseReason,
    approveAccessAttachmentList: attachments.length > 0 ? attachments : null,
  }
}
