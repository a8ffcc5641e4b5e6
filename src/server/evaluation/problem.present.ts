import type { FacilityProblem, RunProblem } from '#contract/problem.ts'
import { toWireTime } from '#contract/time.ts'
import type { problem } from '../schema/problem.table.ts'

export type ProblemRow = typeof problem.$inferSelect & { buildingName: string; alarmId: string | null }

/** Codes of `questionStatus`. */
export const statusOf = ({ solvedAt, closedFor }: Pick<ProblemRow, 'solvedAt' | 'closedFor'>) =>
  closedFor ? 2 : solvedAt ? 1 : 0

const REASONS = { 'point-removed': '点位已删除', 'provider-released': '已解绑服务商' } as const

export function presentProblem(row: ProblemRow): FacilityProblem {
  return {
    id: String(row.id),
    buildingName: row.buildingName,
    buildingId: String(row.buildingId),
    itemDesc: row.itemDesc,
    questionStatus: String(statusOf(row)),
    closeReason: row.closedFor && REASONS[row.closedFor],
    questionHappenTime: toWireTime(row.happenedAt),
    advice: row.advice,
    content: row.content,
    apiUrl: null,
    requestContent: null,
    status: row.todoStatus,
    problemType: row.problemType,
    alarmId: row.alarmId,
  }
}

export function presentRunProblem(row: ProblemRow): RunProblem {
  const { buildingName, buildingId, itemDesc, questionStatus, closeReason, questionHappenTime, advice, alarmId } =
    presentProblem(row)
  return {
    buildingName,
    itemDesc,
    deviceNo: row.deviceNo,
    questionStatus,
    closeReason,
    questionHappenTime,
    questionSolveTime: row.closedFor ? null : row.solvedAt && toWireTime(row.solvedAt),
    buildingId,
    advice,
    alarmId,
  }
}
