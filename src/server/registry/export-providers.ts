import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import type { Session } from '../platform/session.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import { eachProvider, type ProviderFilter } from './provider-review.store.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '服务商名称', width: 36 },
  { title: '企业地址', width: 44 },
  { title: '法定代表人', width: 14 },
  { title: '法定代表人电话', width: 18, kind: 'text' },
  { title: '联系人电话', width: 18, kind: 'text' },
  { title: '审核状态', width: 12 },
  { title: '驳回原因', width: 44 },
  { title: '对接状态', width: 12 },
  { title: '必接项对接率（%）', width: 18, kind: 'number' },
  { title: '创建时间', width: 20, kind: 'time' },
] as const

export async function exportProviders(filter: ProviderFilter, ctx: Context<Session>): Promise<string> {
  const { status, accessStatus } = filter
  const of = [
    status === undefined ? '' : providerReview.label(status),
    accessStatus === undefined ? '' : providerDocking.label(accessStatus),
  ]
  const rows = eachProvider(ctx.db, filter)
  return exportSheet(ctx, { title: '物联网服务商', of, columns: COLUMNS }, rows, (row, index) => [
    index,
    row.name,
    row.companyAddress,
    row.legalName,
    row.legalPhone,
    row.linkManPhone,
    providerReview.label(row.status),
    row.status === 3 ? row.reason : null,
    providerDocking.label(row.accessStatus),
    row.mustPercent,
    row.createdAt,
  ])
}
