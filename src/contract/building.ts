import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import {
  buildTypeFilter,
  code,
  count,
  id,
  idFilter,
  idInput,
  maybeNumber,
  maybeText,
  nothing,
  page,
  paged,
  search,
  text,
  treeArea,
  WRONG_INPUT,
} from './fields.ts'

/** Access statuses 0 and 3 are both not connected. */
export const UNCONNECTED = '0,3'

const area = { province: treeArea, city: treeArea, county: treeArea }
const noChoice = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)
const unconnected = v.pipe(
  v.literal(UNCONNECTED),
  v.transform(() => [0, 3] as const),
)
/** Score with one decimal, so that adjacent score ranges leave no gap. */
const scoreBound = v.optional(
  v.union([
    noChoice,
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((value) => String(value).trim()),
      v.regex(/^(100(\.0)?|\d{1,2}(\.\d)?)$/, '分数应为 0 至 100，最多一位小数'),
      v.transform(Number),
    ),
  ]),
)
/** Default: newest first. Buildings without a score come last. */
export const BUILDING_ORDERS = ['scoreAsc', 'scoreDesc', 'worst'] as const
/** `alarm`: an open alarm; `low`: a current score under 60; `fault`: an unresolved fault; `offline`: an offline point. */
export const CONDITIONS = ['alarm', 'low', 'fault', 'offline', 'contactless'] as const
export type Condition = (typeof CONDITIONS)[number]
const condition = v.optional(v.union([noChoice, v.picklist(CONDITIONS, '请从列表中选择')]))
const order = v.optional(v.union([noChoice, v.picklist(BUILDING_ORDERS, WRONG_INPUT)]))
const complexName = v.optional(text(100), '')
/** 1: only pre-registered buildings; 0: all others. */
const preRegistered = v.optional(v.union([noChoice, code([0, 1])]))
const approveStatus = v.optional(v.union([noChoice, code([0, 1])]))

const numberCode = v.nullable(
  v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((value): number | null => (value === '' ? null : Number(value))),
  ),
)

export const buildingRow = v.object({
  id,
  name: v.string(),
  complexName: maybeText,
  countyName: maybeText,
  streetName: maybeText,
  buildingType: numberCode,
  isvName: maybeText,
  iotProviderId: id,
  accessStatus: numberCode,
  accessTime: maybeText,
  mustNumPre: count,
  noMustNumPre: count,
  pointNum: count,
  pointThreshold: numberCode,
  /** Not in the documents; other servers may omit it. */
  safetyScore: v.optional(maybeNumber),
  /** Open alarms, unresolved faults, offline points; not in the documents. */
  alarmNum: v.optional(count),
  faultNum: v.optional(count),
  offlineNum: v.optional(count),
  approveStatus: numberCode,
  refuseReason: maybeText,
  applyTime: v.optional(maybeText, null),
  /** Set if the application is refused. */
  approver: v.optional(maybeText, null),
  approveTime: v.optional(maybeText, null),
  /** In the register without a unit and without a provider. */
  preRegistered: v.optional(v.boolean(), false),
})

const approvalFilter = { search, approveStatus, complexName }

export const building = group('building', {
  entered: {
    method: 'GET',
    path: '/big/screen/company/get/buildingEnterCompanyList',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter }),
    output: v.array(v.object({ buildingId: id, name: v.string() })),
    errors: [404],
    summary: '单位入驻的建筑，供切换建筑。',
  },
  list: {
    method: 'GET',
    path: '/wuye/building/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      cacheParams: v.optional(text(2000)),
      ...page(10),
      search,
      isAccess: v.optional(v.union([noChoice, unconnected, code([0, 1, 2, 3])])),
      complexName,
      street: treeArea,
      ...area,
      isvId: idFilter,
      buildingType: buildTypeFilter,
      startScore: scoreBound,
      endScore: scoreBound,
      order,
      condition,
      preRegistered,
      lawCompanyId: idFilter,
    }),
    output: paged(buildingRow),
    errors: [404],
    summary:
      '可见建筑及其接入状态、进度、点位、当前评分和审批情况，新的在前；order 为 scoreAsc、scoreDesc 时按评分排列，没有评分的在后，为 worst 时最严重的在前；condition 筛选有火警（alarm）、低于 60 分（low）、有异常（fault）、有离线点位（offline）、已绑定服务商而单位无值班联系人（contactless）的；startScore、endScore 筛选当前评分，两端均含；lawCompanyId 筛选该单位绑定的建筑。单位新增而未通过审批的，不列给消防救援机构。',
  },
  headStatistics: {
    method: 'GET',
    path: '/wuye/building/head/statistics',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...area,
      street: treeArea,
      isvId: idFilter,
      buildingType: buildTypeFilter,
      /** Not in the documents; filters the counts like the list. */
      search,
      complexName,
      startScore: scoreBound,
      endScore: scoreBound,
      preRegistered,
      lawCompanyId: idFilter,
    }),
    output: v.object({
      hasAccess: count,
      notAccess: count,
      accessing: count,
      accessFailed: count,
      /** Not in the documents. */
      conditions: v.optional(
        v.object({ alarm: count, low: count, fault: count, offline: count, contactless: v.optional(count, 0) }),
      ),
    }),
    errors: [404],
    summary: '已接入、未接入、接入中和接入失败的建筑数；conditions 为 list 按各 condition 筛选的建筑数。',
  },
  approveList: {
    method: 'GET',
    path: '/wuye/building/approveList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ ...page(10), ...approvalFilter }),
    output: paged(buildingRow),
    summary: '审批中和已拒绝的建筑，新的在前。',
  },
  approveStatistic: {
    method: 'GET',
    path: '/wuye/building/approveStatistic',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ ...page(10), ...approvalFilter }),
    output: v.object({ approving: count, refused: count }),
    summary: '审批中和已拒绝的建筑数。',
  },
  complexes: {
    method: 'GET',
    path: '/wuye/building/complexes',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.string()),
    summary: '可见建筑所属综合体的名称，依次排列，最多 1000 个。',
  },
  approveComplexes: {
    method: 'GET',
    path: '/wuye/building/approveComplexes',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.string()),
    summary: '同 `complexes`，只取审批中和已拒绝的建筑。',
  },
  approveDetail: {
    method: 'GET',
    path: '/wuye/building/approveDetail',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput }),
    output: v.object({
      id,
      name: v.string(),
      complexName: maybeText,
      provinceNo: maybeText,
      cityNo: maybeText,
      county: maybeText,
      streetNo: maybeText,
      address: maybeText,
      addressDetail: maybeText,
      gisX: maybeNumber,
      gisY: maybeNumber,
      area: maybeNumber,
      floorSpace: maybeNumber,
      height: maybeNumber,
      upperLevel: maybeNumber,
      underLevel: maybeNumber,
      heightId: numberCode,
      natureId: maybeText,
      constructId: maybeText,
      buildingYear: maybeNumber,
      approveStatus: numberCode,
      refuseReason: maybeText,
      /** From the province down, twelve digits each. */
      areaData: v.optional(v.array(v.string()), []),
      /** Sent back on save to detect a concurrent change. */
      version: v.optional(v.nullable(v.string()), null),
    }),
    errors: [404],
    summary: '建筑提交审批的内容，供修改后重新提交。',
  },
  allList: {
    method: 'GET',
    path: '/wuye/building/all/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ search, ...area, ...page(10) }),
    output: paged(v.object({ id, name: v.string() })),
    errors: [404],
    summary: '可见建筑的名称，供选择建筑。',
  },
  release: {
    method: 'POST',
    path: '/wuye/building/delete',
    encoding: 'form',
    access: 'session',
    effect: true,
    input: v.object({ buildingId: idInput }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '解绑建筑与其管理单位。',
  },
  releaseProvider: {
    method: 'POST',
    path: '/wuye/building/deleteIsv',
    encoding: 'form',
    access: 'session',
    effect: true,
    input: v.object({ buildingId: idInput }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '解绑建筑与服务商，并清空相关的点位、状态和接入情况。',
  },
  releaseUnits: {
    method: 'POST',
    path: '/field/v1/building/release-units',
    encoding: 'json',
    access: 'gov2',
    effect: true,
    input: v.object({ buildingId: idInput }),
    output: nothing,
    errors: [404, 409],
    summary: '解除建筑的全部管理单位，更换建筑密钥，并通知各单位；新增后尚未通过审批的或没有管理单位的，返回 409。',
  },
  notice: {
    method: 'GET',
    path: '/field/v1/building/notice',
    encoding: 'query',
    access: 'gov',
    effect: false,
    exports: true,
    input: v.object({ buildingId: idInput }),
    output: v.string(),
    errors: [404, 409],
    summary: '建筑的接入告知书，须必接项全部接入：`data` 为 PDF 的地址。',
  },
})

export type BuildingRow = v.InferOutput<typeof buildingRow>
export type ApproveDetail = OutputOf<typeof building.approveDetail>
