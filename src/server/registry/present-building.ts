import type { BuildingDetail, ProviderOfBuilding } from '#contract/building-detail.ts'
import { maskKey, totalStatusOf } from '#contract/building-detail.rules.ts'
import { toWireTime } from '#contract/time.ts'
import type { Role } from '#contract/access.ts'
import { BUILDING_TYPES } from '../reference/entries.ts'
import type { provider, providerRule } from '../schema/provider.table.ts'
import { areaDataOf, versionOf } from './building-form.present.ts'
import type { building } from '../schema/building.table.ts'

type Row = typeof building.$inferSelect

export interface Beside {
  readonly role: Role
  /** Claim not approved yet: the key is withheld. */
  readonly isClaimant: boolean
  readonly score: number | null
  readonly exceptions: number
  readonly points: { readonly total: number; readonly online: number }
  readonly alarms: number
  readonly faults: number
  readonly manager: { readonly name: string | null; readonly phone: string | null } | undefined
  readonly provider: ProviderWithCards | undefined
}

export interface ProviderWithCards {
  readonly row: typeof provider.$inferSelect
  readonly cards: readonly Pick<typeof providerRule.$inferSelect, 'ruleType' | 'content'>[]
}

function presentProvider({ row, cards }: ProviderWithCards): ProviderOfBuilding {
  return {
    id: String(row.id),
    name: row.name,
    companyAddress: row.companyAddress,
    linkMan: row.linkMan,
    linkManPhone: row.linkManPhone,
    certificationState: row.certificationState,
    certificationUrl: null,
    suspendTime: row.suspendedAt && toWireTime(row.suspendedAt),
    ruleType: cards.length > 0 ? Math.max(...cards.map((card) => card.ruleType)) : null,
    iotIsvRuleList: [...cards],
  }
}

export function presentDetail(row: Row, beside: Beside): BuildingDetail {
  return {
    buildingId: String(row.id),
    name: row.name,
    complexName: row.complexName,
    address: row.address,
    addressDetail: row.addressDetail,
    floorSpace: row.floorSpace,
    area: row.area,
    height: row.height,
    upperLevel: row.upperLevel,
    underLevel: row.underLevel,
    heightId: row.heightId === null ? null : String(row.heightId),
    natureId: row.natureId,
    constructId: row.constructId,
    buildingYear: row.buildingYear,
    typeName: BUILDING_TYPES.find(({ code }) => code === String(row.buildingType))?.name ?? null,
    gisX: row.gisX,
    gisY: row.gisY,
    crs: row.crs,
    accessStatus: row.accessStatus,
    accessTime: row.accessAt ? toWireTime(row.accessAt) : null,
    totalStatus: totalStatusOf(row.accessStatus),
    exceptionNum: beside.exceptions,
    mustNumPre: row.mustPercent,
    safetyScore: beside.score,
    pointNum: beside.points.total,
    offlineNum: beside.points.total - beside.points.online,
    alarmNum: beside.alarms,
    faultNum: beside.faults,
    openProjectId: row.openProjectId,
    relationId: String(row.id),
    appKey: beside.isClaimant ? null : beside.role === 'government' ? maskKey(row.appKey) : row.appKey,
    buildingFunction: row.functionPaths,
    refractoryLevel: row.fireLevel,
    formIds: row.formPath,
    safeManagerName: beside.manager?.name ?? null,
    safeManagerPhone: beside.manager?.phone ?? null,
    isvName: beside.provider?.row.name ?? null,
    iotProviderId: row.providerId === null ? null : String(row.providerId),
    iotIsv: beside.provider ? presentProvider(beside.provider) : null,
  }
}

export function presentInfo(row: Row) {
  return {
    buildingBaseInfo: {
      id: String(row.id),
      name: row.name,
      complexName: row.complexName,
      provinceNo: row.provinceNo,
      cityNo: row.cityNo,
      county: row.county,
      streetNo: row.streetNo,
      areaData: areaDataOf(row),
      gisX: row.gisX,
      gisY: row.gisY,
      crs: row.crs,
      position: row.gisX === null || row.gisY === null ? [] : [row.gisX, row.gisY],
      address: row.address,
      addressDetail: row.addressDetail,
      area: row.area,
      floorSpace: row.floorSpace,
      height: row.height,
      upperLevel: row.upperLevel,
      underLevel: row.underLevel,
      heightId: row.heightId === null ? null : String(row.heightId),
      natureId: row.natureId,
      constructId: row.constructId,
      buildingYear: row.buildingYear,
      status: 0,
      modifyTime: toWireTime(row.modifiedAt),
      version: versionOf(row),
    },
    iotBuildingSafetyInfo: {
      fireLevel: row.fireLevel,
      buildingFunction: row.functionPaths,
      formIds: row.formPath,
    },
  }
}
