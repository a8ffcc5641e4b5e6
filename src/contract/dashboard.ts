import * as v from 'valibot'
import { building } from './building.ts'
import { group } from './endpoint.ts'
import {
  alarmCounts,
  equipmentList,
  equipmentPage,
  hydrantType,
  listedPoint,
  sprinklerType,
  waterCounts,
} from './equipment.ts'
import {
  areaFilter,
  buildTypeFilter,
  code,
  count,
  id,
  idFilter,
  maybeNumber,
  maybeText,
  notGiven,
  page,
  paged,
} from './fields.ts'
import { problem } from './problem.ts'
import { score } from './score.ts'

const chosen = { lawCompanyId: idFilter, buildingId: idFilter }
const unitOnly = { lawCompanyId: idFilter }
/** The part of the city the authority looks at: an area, and a building type. */
export const dashboardArea = { buildType: buildTypeFilter, ...areaFilter }
const area = dashboardArea

/** An area among others; the code leads to its buildings, another server may not tell it. */
export const rankedArea = v.object({
  areaName: v.string(),
  areaCode: v.optional(v.string()),
  accessPercentage: v.number(),
  score: v.nullable(v.number()),
})
export type RankedArea = v.InferOutput<typeof rankedArea>

/** Rows of the lists behind the dashboard's figures. */
export const BEHIND_PAGE_SIZE = 10

const pointBehind = v.object(listedPoint)
export type PointBehind = v.InferOutput<typeof pointBehind>

const settledUnit = v.object({
  lawCompanyId: id,
  name: v.string(),
  /** Supervision category. */
  type: maybeNumber,
  enterTime: maybeText,
  buildings: v.array(v.object({ buildingId: id, name: v.string() })),
})
export type SettledUnit = v.InferOutput<typeof settledUnit>

const shared = {
  devices: {
    method: 'GET',
    path: '/big/screen/company/getSocialUnitEquipmentInformation',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ ...chosen, ...area }),
    output: v.object({ totalBuildPointNum: count, totalOnlinePointNum: count, totalOfflinePointNum: count }),
    errors: [404],
    summary: 'How many points the buildings have, and how many of them are online and offline.',
  },
  fireAlarm: {
    method: 'GET',
    path: '/big/screen/company/get/fireAlarmSystemData',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ ...chosen, ...area }),
    output: alarmCounts,
    errors: [404],
    summary: 'Fire alarm equipment: normal, and alarming, faulty or shielded; each piece counts once, by the gravest.',
  },
  sprinkler: {
    method: 'GET',
    path: '/big/screen/company/get/sprinklerSystemData',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ ...chosen, type: sprinklerType }),
    output: waterCounts,
    errors: [404],
    summary: 'Sprinkler equipment by state: type 1 pipe pressure, 2 pumps; each piece counts once.',
  },
  hydrant: {
    method: 'GET',
    path: '/big/screen/company/get/fireHydrantSystemData',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ ...chosen, type: hydrantType }),
    output: waterCounts,
    errors: [404],
    summary: 'Hydrant and water supply equipment by state: type 1 pipe pressure, 2 water tanks, 3 pumps.',
  },
  buildingAccess: {
    method: 'GET',
    path: '/big/screen/company/companyAndBuildingInfo',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object(unitOnly),
    output: v.object({
      buildingNum: count,
      buildingCompleteAccessNumber: count,
      buildingCompleteAccessRate: v.number(),
      buildingProcessingAccessNumber: count,
      buildingProcessingAccessRate: v.number(),
      buildingUndoneAccessNumber: count,
      buildingUndoneAccessRate: v.number(),
    }),
    errors: [404],
    summary: 'Buildings by how far they are connected; the rates are percentages that add up to 100.',
  },
  unitTypes: {
    method: 'GET',
    path: '/big/screen/company/get/enterCompanyTypeNum',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object(unitOnly),
    output: v.array(v.object({ type: v.number(), name: v.string(), count })),
    errors: [404],
    summary: 'How many units have settled in the buildings, by supervision category.',
  },
  providers: {
    method: 'GET',
    path: '/big/screen/company/getIotIsvReg',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object(unitOnly),
    output: v.array(
      v.object({
        name: v.string(),
        value: count,
        percentage: v.number(),
        /** Leads to the buildings it serves; another server may not tell it. */
        id: v.optional(id),
      }),
    ),
    errors: [404],
    summary: 'Providers by how many of the buildings they serve, most first.',
  },
  accessOverview: {
    method: 'GET',
    path: '/api/organScreen/accessOverview',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object(area),
    output: v.object({
      totalCount: count,
      accessedCount: count,
      accessingCount: count,
      noAccessCount: count,
      totalAccessedPercentage: v.number(),
      totalAccessingPercentage: v.number(),
      totalNoAccessPercentage: v.number(),
      contrastLastMonthAccessed: v.number(),
      contrastLastMonthAccessing: v.number(),
      contrastLastMonthNoAccess: v.number(),
      /** Of those not connected, how many were and have gone silent; another server may not tell. */
      accessFailedCount: v.optional(count),
    }),
    errors: [404],
    summary:
      "Buildings in sight, of an area where one is named: connected, connecting, not connected, and each count's change since the end of last month.",
  },
  areaRanking: {
    method: 'GET',
    path: '/api/organScreen/areaRankingList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ rankType: v.optional(code([0, 1]), 0), ...area }),
    output: v.array(rankedArea),
    errors: [404],
    summary:
      'Districts, best first: rankType 0 by the share of connected buildings in percent, 1 by score. Units see the whole city, the authority its area.',
  },
} as const

/** What one opening of the dashboard shows, by name. */
const parts = {
  buildings: building.entered.output,
  trend: score.trend.output,
  rate: score.rate.output,
  items: score.items.output,
  counts: problem.facilityCounts.output,
  problems: problem.facilityList.output,
  devices: shared.devices.output,
  fireAlarm: shared.fireAlarm.output,
  sprinkler: shared.sprinkler.output,
  hydrant: shared.hydrant.output,
  buildingAccess: shared.buildingAccess.output,
  unitTypes: shared.unitTypes.output,
  providers: shared.providers.output,
  accessOverview: shared.accessOverview.output,
  areaRanking: shared.areaRanking.output,
}

export type DashboardPart = keyof typeof parts
export const DASHBOARD_PARTS = Object.keys(parts) as readonly DashboardPart[]

export const dashboard = group('dashboard', {
  ...shared,
  fireAlarmList: {
    method: 'GET',
    path: '/big/screen/company/get/fireAlarmSystemDataList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({ ...equipmentList, ...area }),
    output: equipmentPage,
    errors: [404],
    summary: 'Fire alarm equipment, what is not normal first. exportStatus 1: `data` is the address of an xlsx file.',
  },
  hydrantList: {
    method: 'GET',
    path: '/big/screen/company/get/fireHydrantSystemDataList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({ ...equipmentList, ...area, type: hydrantType }),
    output: equipmentPage,
    errors: [404],
    summary:
      'Hydrant equipment of a type, what is not normal first. exportStatus 1: `data` is the address of an xlsx file.',
  },
  sprinklerList: {
    method: 'GET',
    path: '/big/screen/company/get/sprinklerSystemDataList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({ ...equipmentList, ...area, type: sprinklerType }),
    output: equipmentPage,
    errors: [404],
    summary:
      'Sprinkler equipment of a type, what is not normal first. exportStatus 1: `data` is the address of an xlsx file.',
  },
  points: {
    method: 'GET',
    path: '/field/v1/points',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...chosen,
      ...page(BEHIND_PAGE_SIZE),
      connectStatus: v.optional(v.union([notGiven, code([0, 1])])),
    }),
    output: paged(pointBehind),
    errors: [404],
    summary:
      'The points that dashboard.devices counts, those silent longest first; connectStatus 1 online, 0 offline, without it all.',
  },
  settled: {
    method: 'GET',
    path: '/field/v1/settled',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...unitOnly,
      ...page(BEHIND_PAGE_SIZE),
      type: v.optional(v.union([notGiven, code([1, 2, 3, 4])])),
    }),
    output: paged(settledUnit),
    errors: [404],
    summary: 'The units that dashboard.unitTypes counts, by name, each with the buildings it has settled in.',
  },
  opening: {
    method: 'GET',
    path: '/field/v1/dashboard',
    encoding: 'query',
    access: 'unit',
    effect: false,
    input: v.object({
      ...chosen,
      parts: v.pipe(
        v.string(),
        v.maxLength(300),
        v.transform((names) => names.split(',')),
        v.array(v.picklist(DASHBOARD_PARTS, '没有这一项')),
      ),
    }),
    output: v.partial(v.object(parts)),
    errors: [404],
    summary:
      'Several answers of a dashboard at once, those named in `parts` by commas: each what its own call says of the first page, of type 1, of 7 days.',
  },
})
