import type { SQL } from 'drizzle-orm'
import type { AuditRow } from '#contract/audit-log.ts'
import { auditAction } from '#contract/dict/audit-action.ts'
import type { Session } from '../platform/session.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import { readAudit } from './audit-log.store.ts'
import { presentAudit } from './present-audit.ts'

const COLUMNS = [
  { title: '时间', width: 20 },
  { title: '账号', width: 20 },
  { title: '姓名', width: 24 },
  { title: '后台操作员', width: 20 },
  { title: '操作', width: 20 },
  { title: '对象', width: 40 },
  { title: '变更前', width: 48 },
  { title: '变更后', width: 48 },
  { title: 'IP 地址', width: 18 },
  { title: '请求编号', width: 16 },
] as const

const BATCH = 500

const changedOf = ({ changes }: AuditRow, side: 'before' | 'after') =>
  changes.flatMap((one) => (one[side] === null ? [] : [`${one.field}：${one[side]}`])).join('\n')

export async function exportAudit(ctx: Context<Session>, where: SQL): Promise<string> {
  async function* rows() {
    let after: { at: Date; id: number } | null = null
    for (;;) {
      const batch = await readAudit(ctx.db, where, after, BATCH)
      yield* await presentAudit(ctx.db, batch)
      const last = batch.at(-1)
      if (!last || batch.length < BATCH) return
      after = { at: last.at, id: last.id }
    }
  }
  return exportSheet(ctx, { title: '操作审计', columns: COLUMNS }, rows(), (row) => [
    row.time,
    row.account ?? '--',
    row.name,
    row.operator,
    auditAction.label(row.action),
    row.objects.map(({ kind, name }) => `${kind} ${name}`).join('；'),
    changedOf(row, 'before'),
    changedOf(row, 'after'),
    row.address,
    row.requestId,
  ])
}
