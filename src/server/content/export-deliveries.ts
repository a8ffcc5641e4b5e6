import type { SQL } from 'drizzle-orm'
import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import { deliveryResult } from '#contract/dict/delivery-result.ts'
import { maskPhone } from '#contract/mask-phone.ts'
import { inBatches } from '../platform/db/in-batches.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { type DeliveryEntry, readDeliveries } from './delivery.store.ts'

const COLUMNS = [
  { title: '时间', width: 20, kind: 'time' },
  { title: '建筑名称', width: 36 },
  { title: '火警编号', width: 12 },
  { title: '通知次数', width: 10, kind: 'number' },
  { title: '逐级通知步骤', width: 14, kind: 'number' },
  { title: '方式', width: 12 },
  { title: '接收人', width: 20 },
  { title: '手机号', width: 14 },
  { title: '内容', width: 60 },
  { title: '结果', width: 10 },
  { title: '发送次数', width: 10, kind: 'number' },
  { title: '完成时间', width: 20, kind: 'time' },
  { title: '未送达原因', width: 24 },
] as const

/** Phones are masked. @returns one-time download URL */
export function exportDeliveries(ctx: Context<Session>, where: SQL, place: string | null): Promise<string> {
  const rows = inBatches<DeliveryEntry>((after, limit) => readDeliveries(ctx.db, where, { limit, before: after?.id }))
  return exportSheet(ctx, { title: '通知记录', of: [place], columns: COLUMNS }, rows, (row) => [
    new Date(row.createdAt),
    row.buildingName ?? (row.alarmId === null ? '测试' : '未知来源'),
    row.alarmId,
    row.wave,
    row.step,
    deliveryChannel.label(row.channel),
    row.name,
    row.phone === null ? null : maskPhone(row.phone),
    row.text,
    deliveryResult.label(row.result),
    row.tries,
    row.doneAt === null ? null : new Date(row.doneAt),
    row.error,
  ])
}
