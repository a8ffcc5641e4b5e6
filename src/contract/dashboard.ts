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
  search,
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
    summary: '建筑的点位数，以及其中在线和离线各多少。',
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
    summary: '火灾自动报警设备数：正常、报警、故障、屏蔽和离线；每台只按最严重的一项计，离线的不计为正常。',
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
    summary: '自动喷水灭火设备按状态计数：type 1 管网压力，2 喷淋泵；每台只计一次。',
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
    summary: '消防给水及消火栓设备按状态计数：type 1 管网压力，2 水箱液位，3 消防泵。',
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
    summary: '各接入状态的建筑数；比例为占全部建筑的百分数，各自四舍五入到一位小数。',
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
    summary: '建筑的入驻单位数，按监管类别。',
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
    summary: '服务商按所服务的建筑数排名，多的在前。',
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
    summary: '可见建筑中已接入、接入中和未接入各多少，可按区域；并给出各数与上月末相比的增减。',
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
    summary: '各区排名，高的在前：rankType 0 按已接入建筑的百分比，1 按评分。单位看全市，消防机构看辖区。',
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
    exports: true,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({ ...equipmentList, ...area }),
    output: equipmentPage,
    errors: [404],
    summary: '火灾自动报警设备，不正常的在前。exportStatus 1：`data` 为 xlsx 文件的地址。',
  },
  hydrantList: {
    method: 'GET',
    path: '/big/screen/company/get/fireHydrantSystemDataList',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({ ...equipmentList, ...area, type: hydrantType }),
    output: equipmentPage,
    errors: [404],
    summary: '某一类消防给水及消火栓设备，不正常的在前。exportStatus 1：`data` 为 xlsx 文件的地址。',
  },
  sprinklerList: {
    method: 'GET',
    path: '/big/screen/company/get/sprinklerSystemDataList',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({ ...equipmentList, ...area, type: sprinklerType }),
    output: equipmentPage,
    errors: [404],
    summary: '某一类自动喷水灭火设备，不正常的在前。exportStatus 1：`data` 为 xlsx 文件的地址。',
  },
  points: {
    method: 'GET',
    path: '/field/v1/points',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    timeoutMs: 120_000,
    cache: 'keep',
    input: v.object({
      ...chosen,
      ...area,
      ...page(BEHIND_PAGE_SIZE),
      connectStatus: v.optional(v.union([notGiven, code([0, 1])])),
      search,
      exportStatus: v.optional(code([0, 1]), 0),
    }),
    output: v.union([v.string(), paged(pointBehind)]),
    errors: [404],
    summary:
      'dashboard.devices 所计的点位，可按区域、建筑和关键词筛选，久未上报的在前；connectStatus 1 在线，0 离线，不填为全部。exportStatus 1：`data` 为 xlsx 文件的地址。',
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
    summary: 'dashboard.unitTypes 所计的单位，按名称排列，各附其入驻的建筑。',
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
    summary: '一次返回首页的多项数据，`parts` 以逗号分隔各项名称：每项与其单独的接口相同，取第 1 页、type 1、近 7 天。',
  },
})
