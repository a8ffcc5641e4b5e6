import type { ReviewRow } from '#contract/approval.ts'
import type { BuildingApplication } from '#contract/register-change.ts'
import { toWireTime } from '#contract/time.ts'
import type { Session } from '../platform/session.ts'
import { presentChanges } from './present-changes.ts'
import { addressOf, type Upload } from './upload.store.ts'
import { wordsOfTypes } from './declaration-types.ts'
import type { Application } from './application.store.ts'

export function askedFor({ kind, types }: Pick<Application, 'kind' | 'types'>): string {
  switch (kind) {
    case 'building':
      return '新增建筑'
    case 'registered':
      return '绑定建筑'
    case 'change':
      return '修改建筑信息'
    case 'access':
      return wordsOfTypes(types) || '特殊申报'
  }
}

/** Present values while pending, then the replaced ones. */
const changesIn = ({ changes, replaced, current }: Application) => presentChanges(replaced ?? current, changes ?? {})
const timeOf = (at: Date | null) => at && toWireTime(at)

export function presentNewest(row: Application, session: Session): BuildingApplication {
  return {
    approveId: String(row.id),
    kind: row.kind,
    applyType: askedFor(row),
    applyTime: toWireTime(row.appliedAt),
    approveStatus: row.status,
    approveTime: timeOf(row.decidedAt),
    approver: row.approver,
    refuseReason: row.refuseReason,
    changes: changesIn(row),
    canWithdraw: row.status === 0 && session.unitId === row.unitId,
  }
}

export const presentEarlierApplication = (row: Application) => ({
  id: String(row.id),
  wuyeName: row.unitName,
  applyTime: toWireTime(row.appliedAt),
  applyType: askedFor(row),
  applyReason: row.reason,
  approveStatus: row.status,
  refuseReason: row.refuseReason,
  approver: row.approver,
})

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
    approveTime: timeOf(row.decidedAt),
    approver: row.approver,
    changes: changesIn(row),
    approveAccessAttachmentList: attachments.length > 0 ? attachments : null,
  }
}
