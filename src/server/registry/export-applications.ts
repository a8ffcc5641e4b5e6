import type { SQL } from 'drizzle-orm'
import { applicationStatus } from '#contract/dict/application-status.ts'
import type { Session } from '../platform/session.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import { askedFor } from './present-application.ts'
import { eachApplication, type ReviewFilter } from './application.store.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '申请单位', width: 32 },
  { title: '建筑名称', width: 32 },
  { title: '申请类型', width: 36 },
  { title: '申请原因', width: 48 },
  { title: '申请时间', width: 20, kind: 'time' },
  { title: '审批状态', width: 12 },
  { title: '审批时间', width: 20, kind: 'time' },
  { title: '审批人', width: 20 },
  { title: '拒绝原因', width: 40 },
] as const

export async function exportApplications(ctx: Context<Session>, buildings: SQL, filter: ReviewFilter): Promise<string> {
  const of = [filter.approveStatus.map((status) => applicationStatus.label(status)).join('、')]
  const rows = eachApplication(ctx.db, buildings, filter)
  return exportSheet(ctx, { title: '接入审批', of, columns: COLUMNS }, rows, (row, index) => [
    index,
    row.unitName,
    row.buildingName,
    askedFor(row),
    row.reason,
    row.appliedAt,
    applicationStatus.label(row.status),
    row.decidedAt,
    row.approver,
    row.refuseReason,
  ])
}
