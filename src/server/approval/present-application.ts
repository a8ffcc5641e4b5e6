import type { ReviewRow } from '#contract/approval.ts'
import type { BuildingApplication } from '#contract/register-change.ts'
import { toWireTime } from '#contract/time.ts'
import type { Session } from '../auth/session.ts'
import { presentChanges } from '../building/present-changes.ts'
import { addressOf, type Upload } from '../upload/upload.store.ts'
import { wordsOfTypes } from './declaration-types.ts'
import type { Application } from './review.store.ts'

/** What is asked for, in words. */
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

/** The register's values beside the proposed ones: while it is pending those of now, then those of the decision. */
const changesIn = ({ changes, replaced, current }: Application) => presentChanges(replaced ?? current, changes ?? {})
const timeOf = (at: Date | null) => at && toWireTime(at)

/** The newest application about a building as its page shows it. */
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
    approveTime: timeOf(row.decidedAt),
    approver: row.approver,
    changes: changesIn(row),
    approveAccessAttachmentList: attachments.length > 0 ? attachments : null,
  }
}
