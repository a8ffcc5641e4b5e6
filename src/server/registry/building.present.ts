import { pointThreshold } from '#contract/building.rules.ts'
import type { ApproveDetail, BuildingRow } from '#contract/building.ts'
import { toWireTime } from '#contract/time.ts'
import { areaDataOf } from './building-form.present.ts'
import type { building } from '../schema/building.table.ts'

export type ListedBuilding = typeof building.$inferSelect & {
  readonly providerName: string | null
  readonly score: number | null
  readonly points: number
  readonly online: number
  readonly alarms: number
  readonly faults: number
  readonly preRegistered: boolean
  readonly application?:
    | { readonly appliedAt: Date; readonly approver: string | null; readonly decidedAt: Date | null }
    | undefined
}

/** Source: the documents. */
const NO_PROVIDER = '0'

export function stateForRules(row: typeof building.$inferSelect) {
  return {
    accessStatus: row.accessStatus,
    approveStatus: row.approveStatus,
    mustNumPre: row.mustPercent,
    iotProviderId: row.providerId === null ? NO_PROVIDER : String(row.providerId),
  }
}

export function presentBuilding(row: ListedBuilding, place: { countyName: string; streetName: string }): BuildingRow {
  return {
    ...stateForRules(row),
    id: String(row.id),
    name: row.name,
    complexName: row.complexName,
    ...place,
    buildingType: row.buildingType,
    isvName: row.providerName,
    accessTime: row.accessAt && toWireTime(row.accessAt),
    noMustNumPre: row.optionalPercent,
    pointNum: row.points,
    pointThreshold: pointThreshold(row.points, row.online),
    safetyScore: row.score,
    alarmNum: row.alarms,
    faultNum: row.faults,
    offlineNum: row.points - row.online,
    refuseReason: row.approveStatus === 1 ? row.refuseReason : null,
    applyTime: row.application ? toWireTime(row.application.appliedAt) : null,
    approver: row.application?.approver ?? null,
    approveTime: row.application?.decidedAt ? toWireTime(row.application.decidedAt) : null,
    preRegistered: row.preRegistered,
  }
}

export function presentSubmitted(row: typeof building.$inferSelect, version: string): ApproveDetail {
  return { ...row, id: String(row.id), areaData: areaDataOf(row), version }
}
