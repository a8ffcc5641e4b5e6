import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import {
  count,
  id,
  idFilter,
  idInput,
  itemTypeFilter,
  itemTypeInput,
  maybeNumber,
  maybeText,
  page,
  paged,
  search,
  timeFilter,
  untilFilter,
  whole,
  WRONG_INPUT,
} from './fields.ts'
import { type Measures, measures } from './measures.ts'

/** Source: document 2, section 9. */
export const CURSOR_LIMIT = 10
export const RECORD_PAGE_SIZE = 10
export const RECORD_PAGE_SIZES = [10, 20, 50, 100] as const

/** `timelyData`, by the documents' names. */
export type Measure = keyof Measures
export const MEASURES = Object.keys(measures.entries) as readonly Measure[]

const measured = v.optional(v.nullable(v.union([v.number(), v.string()])))
export const timelyData = v.object(
  Object.fromEntries(MEASURES.map((name) => [name, measured])) as Record<Measure, typeof measured>,
)
export type TimelyData = v.InferOutput<typeof timelyData>

const item = v.object({
  apiId: id,
  apiName: v.string(),
  /** 1 fire, 2 fault, 3 shield, 4 action, 5 device, 6 time series; null: unknown to the dictionary. */
  apiType: maybeNumber,
  /** 1: required for a building that has the system. */
  isMust: v.number(),
  /** 0 connected, 1 abnormal, 2 not connected. */
  status: v.number(),
  pointNum: count,
  onlinePointNum: count,
  /** Open facility problems, as in the building's `exceptionNum`. */
  exceptionNum: count,
  /** For apiType 1 to 4 and unregistered points; sometimes omitted. */
  openRecordNum: v.optional(v.nullable(count), null),
  /** Last report of its points, by the device's clock and by the server's. */
  reportTime: maybeText,
  receiveTime: maybeText,
})
export type Item = v.InferOutput<typeof item>

const system = { systemId: id, systemName: v.string() }

const device = {
  deviceId: id,
  deviceNo: maybeText,
  deviceName: maybeText,
  deviceType: maybeNumber,
  deviceTypeName: maybeText,
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
}
/** Device's clock and server's clock. */
const times = { reportTime: maybeText, receiveTime: maybeText }
/** Not in the documents. */
const alarmId = v.optional(v.nullable(id))
const handling = {
  /** 0 unprocessed, 1 false alarm, 2 real alarm or repaired, 3 maintenance, 4 test. */
  state: maybeNumber,
  handleAlarmTime: maybeText,
  handlePeople: maybeText,
  handlePhone: maybeText,
}

/** Other servers omit these. */
const marks = {
  /** Unregistered when it reported. */
  isUnregistered: v.optional(v.boolean(), false),
  /** Reason why the record has the server's time: the device's clock was ahead, far behind (expired) or not set. */
  timeMark: v.optional(v.nullable(v.picklist(['ahead', 'expired', 'unset'])), null),
  /** Time by the device's clock. */
  deviceTime: v.optional(maybeText, null),
}

const alarmRecord = {
  id,
  ...device,
  ...marks,
  ...times,
  status: v.number(),
  alarmTime: v.string(),
  ...handling,
  alarmId,
}
const fire = v.object(alarmRecord)
const fault = v.object(alarmRecord)
const shield = v.object({
  id,
  ...device,
  ...marks,
  ...times,
  status: v.number(),
  shieldTime: v.string(),
  relieveShieldTime: maybeText,
})
const action = v.object({
  id,
  ...device,
  ...marks,
  ...times,
  status: v.number(),
  alarmTime: v.string(),
  /** Reset of the action. */
  endTime: maybeText,
})
const state = v.object({
  id,
  ...device,
  ...times,
  connectStatus: v.number(),
  /** 0 normal, otherwise fault; null: not reported, or offline since a normal report. */
  devStatus: maybeNumber,
  status: maybeNumber,
  alarmTime: maybeText,
  ...handling,
  timelyData,
})
/** A reading, or a record if the item type reports records. */
const series = v.object({
  id,
  rowKey: v.string(),
  ...device,
  ...marks,
  ...times,
  logTime: v.string(),
  status: maybeNumber,
  /** 0 within limits, 1 too low, 2 too high; null: not a gauge. */
  limitStatus: v.optional(maybeNumber, null),
  state: maybeNumber,
  endTime: maybeText,
  /** Null for a reading. Other servers may omit it. */
  kind: v.optional(maybeText, null),
  timelyData,
})

export type FireRow = v.InferOutput<typeof fire>
export type FaultRow = v.InferOutput<typeof fault>
export type ShieldRow = v.InferOutput<typeof shield>
export type ActionRow = v.InferOutput<typeof action>
export type DeviceRow = v.InferOutput<typeof state>
export type SeriesRow = v.InferOutput<typeof series>

export const recordSpan = { startTime: timeFilter, endTime: untilFilter }
const span = recordSpan

/** `relationId` is the building. */
const ofItem = { apiId: itemTypeInput, relationId: idInput, ...span, ...page(RECORD_PAGE_SIZE), search }
/** An unknown code becomes -1 and matches no rows. */
export const recordStateFilter = v.optional(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((said) => String(said).trim()),
    v.maxLength(8, WRONG_INPUT),
    v.transform((said): number | undefined => (said === '' ? undefined : /^\d$/.test(said) ? Number(said) : -1)),
  ),
)

const flag = v.optional(
  v.pipe(
    v.union([v.boolean(), v.string(), v.number()]),
    v.transform(String),
    v.regex(/^(true|false|0|1)?$/, WRONG_INPUT),
    v.transform((said) => said === 'true' || said === '1'),
  ),
  false,
)

/** Rows after `rowKey`, or before it if `reversed`. Empty: the newest. */
const cursor = {
  limit: v.optional(whole(1, 100, '每页最多 100 条'), CURSOR_LIMIT),
  reversed: flag,
  rowKey: v.optional(v.pipe(v.string(), v.regex(/^(\d{1,17}_\d{1,15}_\d{1,10})?$/, WRONG_INPUT)), ''),
}

const read = { method: 'GET', encoding: 'query', access: 'session', effect: false } as const
const seriesPage = v.object({ list: v.array(series) })

export const record = group('record', {
  must: {
    ...read,
    path: '/wuye/building/test/must',
    cache: 'keep',
    input: v.object({ buildingId: idInput }),
    output: v.array(v.object({ ...system, apiTypeVOS: v.array(item) })),
    errors: [404],
    summary: '建筑的消防系统及其接口类型，各带 status：0 已接入，1 异常，2 未接入。',
  },
  systems: {
    ...read,
    path: '/wuye/building/system/list',
    cache: 'keep',
    input: v.object({ buildingId: idInput }),
    output: v.array(v.object({ ...system, pointNum: count, onlinePointNum: count, exceptionNum: count })),
    errors: [404],
    summary: '建筑已有点位的消防系统。',
  },
  items: {
    ...read,
    path: '/wuye/building/api/list',
    cache: 'keep',
    input: v.object({ buildingId: idInput, systemId: idInput }),
    output: v.array(item),
    errors: [404],
    summary: '建筑某一消防系统的接口类型。',
  },
  categories: {
    ...read,
    path: '/wuye/iot/access/system/category/list',
    cache: 'keep',
    input: v.object({}),
    output: v.array(
      v.object({
        ...system,
        apiTypeVOS: v.array(v.object({ apiId: id, apiName: v.string(), apiType: v.number(), isMust: v.number() })),
      }),
    ),
    summary: '全部消防系统及其接口类型。',
  },
  fires: {
    ...read,
    path: '/iot/access/building/fire/list',
    input: v.object({ ...ofItem, state: recordStateFilter }),
    output: paged(fire),
    errors: [404],
    summary: '建筑某一接口类型的火警记录，未结束和未处理的在前，然后新的在前；state 为处理情况。',
  },
  faults: {
    ...read,
    path: '/iot/access/building/fault/list',
    input: v.object({ ...ofItem, state: recordStateFilter }),
    output: paged(fault),
    errors: [404],
    summary: '故障记录，未结束和未处理的在前，然后新的在前；status 0 为尚未结束，state 为处理情况。',
  },
  shields: {
    ...read,
    path: '/iot/access/building/shield/list',
    cache: 'keep',
    input: v.object({ ...ofItem, state: recordStateFilter }),
    output: paged(shield),
    errors: [404],
    summary: '屏蔽记录，未解除的在前，然后新的在前；state 0 屏蔽，1 已解除。',
  },
  actions: {
    ...read,
    path: '/iot/access/building/action/list',
    cache: 'keep',
    input: v.object({ ...ofItem, state: recordStateFilter }),
    output: paged(action),
    errors: [404],
    summary: '动作记录，未复位的在前，然后新的在前；state 0 动作中，1 已复位。',
  },
  devices: {
    ...read,
    path: '/iot/access/building/device/list',
    input: v.object({ ...ofItem, state: recordStateFilter }),
    output: paged(state),
    errors: [404],
    summary: '某一接口类型的设备及其最新状态；state 为最近一次报警或故障的处理情况。',
  },
  series: {
    ...read,
    path: '/iot/access/building/action/list/hbase',
    cache: 'keep',
    input: v.object({ apiId: itemTypeInput, buildingId: idInput, relationId: idFilter, ...span, ...cursor }),
    output: seriesPage,
    errors: [404],
    summary: '建筑某一接口类型的实时数据，上报记录的类型则为记录，新的在前，以 rowKey 和 reversed 翻页。',
  },
  history: {
    ...read,
    path: '/iot/access/device/history/list',
    cache: 'keep',
    input: v.object({ apiId: itemTypeFilter, id: idFilter, ...span, ...cursor }),
    output: seriesPage,
    errors: [404],
    summary:
      '设备的实时数据，上报记录的接口类型则为记录，新的在前，以 rowKey 和 reversed 翻页。不填 id：可见建筑不多时，返回其中该接口类型的全部数据。',
  },
})

export type ItemGroup = OutputOf<typeof record.must>[number]
export type SeriesPage = v.InferOutput<typeof seriesPage>
