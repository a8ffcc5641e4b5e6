import { FIGURE_RANGES, type FigureName } from '#contract/measures.ts'
import type { ListedProblem } from '#contract/problem.ts'
import { toWireTime } from '#contract/time.ts'
import { GAUGE_LIMITS } from './gauge-limits.ts'
import type { ListedRow } from './listed-problem.store.ts'
import { presentProblem, statusOf } from './problem.present.ts'
import { kindOf, stepsOf } from './problem-steps.ts'

const FIGURES = ['pressure', 'level', 'temperature', 'residualCurrent', 'concentration', 'current'] as const

export function figureOf({ apiId, latest }: Pick<ListedRow, 'apiId' | 'latest'>): FigureName | undefined {
  return GAUGE_LIMITS[apiId ?? 0]?.measure ?? FIGURES.find((name) => typeof latest?.[name] === 'number')
}

export function limitsOf({ apiId, height }: Pick<ListedRow, 'apiId' | 'height'>): {
  low: number | null
  high: number | null
} {
  const limits = GAUGE_LIMITS[apiId ?? 0]
  return { low: limits?.low(height) ?? null, high: limits?.high ?? null }
}

const MEASURED = /^(pressure|level)-/

function valueOf(row: ListedRow): string | null {
  const figure = MEASURED.test(row.cause) ? figureOf(row) : undefined
  const value = figure && row.latest?.[figure]
  return figure && value !== undefined ? `${value} ${FIGURE_RANGES[figure].unit}` : null
}

export function presentListed(row: ListedRow): ListedProblem {
  const { id, buildingId, buildingName, itemDesc, closeReason, status, problemType, alarmId } = presentProblem(row)
  return {
    id,
    kind: kindOf(row.cause),
    buildingId,
    buildingName,
    itemDesc,
    deviceId: row.apiId === null || row.pointId === null ? null : String(row.pointId),
    deviceName: row.deviceName,
    deviceNo: row.deviceNo,
    floor: row.floor,
    zone: row.zone,
    descript: row.descript,
    value: row.solvedAt === null ? valueOf(row) : null,
    questionStatus: statusOf(row),
    closeReason: closeReason ?? null,
    status,
    problemType,
    happenTime: toWireTime(row.happenedAt),
    solveTime: row.closedFor || !row.solvedAt ? null : toWireTime(row.solvedAt),
    handledTime: row.handledAt && toWireTime(row.handledAt),
    handledBy: row.handler,
    next: row.solvedAt === null ? (stepsOf(row.cause)[0] ?? null) : null,
    alarmId: alarmId ?? null,
  }
}
