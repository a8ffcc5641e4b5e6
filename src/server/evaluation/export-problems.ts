import type { SQL } from 'drizzle-orm'
import { questionStatus } from '#contract/dict/question-status.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { statusOf } from './problem.present.ts'
import { eachProblem, type ProblemFilter } from './problem.store.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '建筑名称', width: 36 },
  { title: '问题描述', width: 44 },
  { title: '设备编号', width: 24 },
  { title: '状态', width: 10 },
  { title: '问题发生时间', width: 20, kind: 'time' },
  { title: '问题解决时间', width: 20, kind: 'time' },
  { title: '处理建议', width: 44 },
] as const

/** @returns one-time download URL */
export async function exportProblems(
  ctx: Context<Session>,
  buildings: SQL,
  filter: ProblemFilter,
  place: string | null,
): Promise<string> {
  const { questionStatus: asked } = filter
  const of = [place, asked === undefined ? '' : questionStatus.label(asked)]
  const rows = eachProblem(ctx.db, buildings, filter)
  return exportSheet(ctx, { title: '消防设施运行问题', of, columns: COLUMNS }, rows, (row, index) => [
    index,
    row.buildingName,
    row.itemDesc,
    row.deviceNo.replaceAll(',', '、'),
    questionStatus.label(statusOf(row)),
    row.happenedAt,
    row.closedFor ? null : row.solvedAt,
    row.advice,
  ])
}
