import { pointThreshold } from '#contract/building.rules.ts'
import type { ApproveDetail, BuildingRow } from '#contract/building.ts'
import { toWireTime } from '#contract/time.ts'
import { areaDataOf } from './building-form.present.ts'
import type { building } from './building.table.ts'

export type ListedBuilding = typeof building.$inferSelect & {
  readonly providerName: string | null
  /** Current; one decimal. */
  readonly score: number | null
  readonly points: number
  readonly online: number
  readonly preRegistered: boolean
  /** Who refused what was asked about it, and when. */
  readonly refusal?: { readonly approver: string | null; readonly decidedAt: Date | null } | undefined
}

/** The documents' number for 'no provider'. */
const NO_PROVIDER = '0'

/** What the rules of the list ask of a building. */
export function stateOf(row: typeof building.$inferSelect) {
  return {
    accessStatus: row.accessStatus,
    approveStatus: row.approveStatus,
    mustNumPre: row.mustPercent,
    iotProviderId: row.providerId === null ? NO_PROVIDER : String(row.providerId),
  }
}

/** A row of the building list as the documents write it. */
export function presentBuilding(row: ListedBuilding, place: { countyName: string; streetName: string }): BuildingRow {
  return {
    ...stateOf(row),
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
    refuseReason: row.approveStatus === 1 ? row.refuseReason : null,
    approver: row.refusal?.approver ?? null,
    approveTime: row.refusal?.decidedAt ? toWireTime(row.refusal.decidedAt) : null,
    preRegistered: row.preRegistered,
  }
}

/**
 * What was submitted about a building.
 * @param version the mark of the register's own values
 */
export function presentSubmitted(row: typeof building.$inferSelect, version: string): ApproveDetail {
  // What the contract does not name is stripped on the way out.
  return { ...row, id: String(row.id), areaData: areaDataOf(row), version }
}
