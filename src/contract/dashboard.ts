import * as v from 'valibot'
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

const chosen = { lawCompanyId: idFilter, buildingId: idFilter }
const unitOnly = { lawCompanyId: idFilter }
export const dashboardArea = { buildType: buildTypeFilter, ...areaFilter }
const area = dashboardArea

/** Other servers may omit `areaCode`. */
export const rankedArea = v.object({
  areaName: v.string(),
  areaCode: v.optional(v.string()),
  accessPercentage: v.number(),
  score: v.nullable(v.number()),
})
export type RankedArea = v.InferOutput<typeof rankedArea>

export const DRILL_DOWN_PAGE_SIZE = 10

const pointBehind = v.object(listedPoint)
export type DrillDownPoint = v.InferOutput<typeof pointBehind>

const settledUnit = v.object({
  lawCompanyId: id,
  name: v.string(),
  /** Supervision category. */
  type: maybeNumber,
  enterTime: maybeText,
  buildings: v.array(v.object({ buildingId: id, name: v.string() })),
})
export type TenantUnit = v.InferOutput<typeof settledUnit>

const named = { buildingId: id, name: v.string() }

const equipmentCall = {
  method: 'GET',
  encoding: 'query',
  access: 'session',
  effect: false,
  exports: true,
  cache: 'keep',
  timeoutMs: 120_000,
  output: equipmentPage,
  errors: [404],
} as const

export const dashboard = group('dashboard', {
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
  duty: {
    method: 'GET',
    path: '/field/v1/duty',
    encoding: 'query',
    access: 'duty',
    effect: false,
    cache: 'keep',
    input: v.object(area),
    output: v.object({
      /** Buildings with a current score under 60, and the two lowest. */
      low: v.object({ buildings: count, worst: v.array(v.object({ ...named, score: v.number() })) }),
      /** Unresolved problems by kind; the oldest of all. `buildings` have faults. */
      problems: v.object({
        fires: count,
        faults: count,
        offline: count,
        buildings: count,
        since: maybeText,
        buildingName: maybeText,
      }),
      /** Offline points, the buildings that have them, and the two with the most. */
      offline: v.object({ points: count, buildings: count, worst: v.array(v.object({ ...named, points: count })) }),
      /** Providers without any online point, the one with most buildings first. */
      silent: v.array(v.object({ providerId: id, name: v.string(), buildings: count, lastTime: maybeText })),
      /** Refused applications of buildings, and the newest. */
      refused: v.object({ buildings: count, name: maybeText, reason: maybeText }),
      isContactless: v.optional(v.boolean(), false),
      contactless: v.optional(v.object({ organs: count, buildings: count }), { organs: 0, buildings: 0 }),
    }),
    errors: [404],
    summary:
      '可见建筑中需要处理的事项：低于 60 分的建筑、未解决的问题、离线点位、全部点位离线的服务商和被拒绝的申请，可按区域；火警见 alarm.list。',
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
        /** Other servers may omit it. */
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
      /** Connected earlier, then stopped reporting; other servers may omit it. */
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
    summary: '各区排名，高的在前：rankType 0 按已接入建筑的百分比，1 按评分。单位看全市，消防救援机构看辖区。',
  },
  fireAlarmList: {
    ...equipmentCall,
    path: '/big/screen/company/get/fireAlarmSystemDataList',
    input: v.object({ ...equipmentList, ...area }),
    summary: '火灾自动报警设备，不正常的在前。exportStatus 1：`data` 为 xlsx 文件的地址。',
  },
  hydrantList: {
    ...equipmentCall,
    path: '/big/screen/company/get/fireHydrantSystemDataList',
    input: v.object({ ...equipmentList, ...area, type: hydrantType }),
    summary: '某一类消防给水及消火栓设备，不正常的在前。exportStatus 1：`data` 为 xlsx 文件的地址。',
  },
  sprinklerList: {
    ...equipmentCall,
    path: '/big/screen/company/get/sprinklerSystemDataList',
    input: v.object({ ...equipmentList, ...area, type: sprinklerType }),
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
      ...page(DRILL_DOWN_PAGE_SIZE),
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
      ...page(DRILL_DOWN_PAGE_SIZE),
      type: v.optional(v.union([notGiven, code([1, 2, 3, 4])])),
    }),
    output: paged(settledUnit),
    errors: [404],
    summary: 'dashboard.unitTypes 所计的单位，按名称排列，各附其入驻的建筑。',
  },
})
