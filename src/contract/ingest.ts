import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { fireHandling } from './dict/fire-handling.ts'
import { faultHandling, recordKind } from './dict/record-states.ts'
import { count, maybeText, nothing, page, timeFilter, untilFilter, whole, wireTime } from './fields.ts'
import { MEASURE_WORDS } from './measure-words.ts'
import { FIGURE_RANGES, measures } from './measures.ts'
import { MEASURES, type Measure } from './record.ts'
import { described, openText, strict } from './open-fields.ts'
import { fromWireTime, isWireTime } from './time.ts'

/** Most items per call. */
export const BATCH_MAX = 500
/** Items dated further ahead of the server's clock are quarantined (ms). */
export const AHEAD_MS = 5 * 60_000

export const INGEST_KINDS = ['points', 'events', 'readings'] as const
export type IngestKind = (typeof INGEST_KINDS)[number]

export const EVENT_KINDS = ['fire', 'fault', 'shield', 'action'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** One line, because a batch joins a point's two numbers with a line break. */
const numbered = v.pipe(openText(64), v.nonEmpty('此项不能为空'), v.regex(/^[^\t\n\r]+$/, '含有不能识别的字符'))
const WIRE = 'yyyy-MM-dd HH:mm:ss，北京时间'
const KINDS = EVENT_KINDS.map((one) => `${one} ${recordKind.label(one)}`).join('，')
const HANDLING = fireHandling.options
  .map(({ value, label }) => (value === '2' ? `2 ${label}或${faultHandling.label(value)}` : `${value} ${label}`))
  .join('，')

const words = {
  projectId: '建筑标识，绑定建筑时返回，也可用 GET /open/v1/buildings 查到',
  pointNumber: '点位编号，由服务商自定，在一栋建筑内唯一',
  deviceNo: '设备编号，显示给用户',
  deviceName: '设备名称，显示给用户',
  deviceType: '部件类型：GB/T 26875.3-2011 表 5 的代码，或本平台从 128 起补充的代码',
  apiId: '接口类型，决定点位上报什么，见 docs/providers.md 的“点位的类型”',
  floor: '楼层',
  zone: '区域或位置',
  receivedTime: `平台收到的时间，${WIRE}`,
}
const told = <K extends keyof typeof words>(name: K) => described(v.string(), words[name])
const maybeTold = <K extends keyof typeof words>(name: K) => described(maybeText, words[name])

const projectId = described(numbered, words.projectId)
const pointNumber = described(numbered, words.pointNumber)
const kind = described(v.picklist(EVENT_KINDS, '类型应为 fire、fault、shield 或 action'), KINDS)

const usualPage = page(50)
const paging = {
  currentPage: described(usualPage.currentPage, '页码，从 1 开始'),
  pageSize: described(usualPage.pageSize, '每页条数'),
}
const paged = <const S extends v.GenericSchema>(row: S) =>
  v.object({ list: described(v.array(row), '本页各条'), total: described(v.number(), '总条数') })

/** Caches the last parsed time, which most items of a batch share. */
let last = { wire: '', at: new Date(0) }
const isMoment = (wire: string) => wire === last.wire || isWireTime(wire)
function momentOf(wire: string): Date {
  if (wire !== last.wire) last = { wire, at: fromWireTime(wire) }
  return last.at
}

const moment = v.pipe(wireTime, v.check(isMoment, '时间不存在，格式应为 yyyy-MM-dd HH:mm:ss'), v.transform(momentOf))
/** Sent by a device whose clock is not set. */
export const UNSET_TIME = '0000-00-00 00:00:00'
/** Time by the device's clock; null: the clock is not set. */
const deviceTime = described(
  v.pipe(
    wireTime,
    v.check((wire) => wire === UNSET_TIME || isMoment(wire), '时间不存在，格式应为 yyyy-MM-dd HH:mm:ss'),
    v.transform((wire) => (wire === UNSET_TIME ? null : momentOf(wire))),
  ),
  `设备时间，${WIRE}；设备时钟未设置的写 ${UNSET_TIME}`,
)
/** Distinguishes items of one device in the same second. */
const sequence = described(v.optional(whole(0, 2_147_483_647), 0), '同一点位同一秒内有两条时，用以区分')
const batch = <const S extends v.GenericSchema>(item: S) =>
  described(
    v.pipe(v.array(item), v.minLength(1, '至少提交 1 条'), v.maxLength(BATCH_MAX, `每次最多提交 ${BATCH_MAX} 条`)),
    `1 至 ${BATCH_MAX} 条`,
  )

const namedPoint = { projectId, pointNumber }

const KEPT = '不填则保留平台已有的内容，空文本则清除'
const pointItem = strict({
  ...namedPoint,
  deviceNo: described(v.pipe(openText(64), v.nonEmpty('此项不能为空')), words.deviceNo),
  deviceName: described(v.pipe(openText(64), v.nonEmpty('此项不能为空')), words.deviceName),
  deviceType: described(whole(0, 255, '设备类型应为 0 至 255'), words.deviceType),
  apiId: described(whole(1, 9_999), words.apiId),
  floor: described(v.optional(openText(32)), `${words.floor}；${KEPT}`),
  zone: described(v.optional(openText(32)), `${words.zone}；${KEPT}`),
  descript: described(v.optional(openText(200)), `备注；${KEPT}`),
})

const eventItem = strict({
  ...namedPoint,
  kind,
  phase: described(v.picklist(['begin', 'end'], '阶段应为 begin 或 end'), 'begin 发生，end 结束'),
  time: deviceTime,
  sequence,
  state: described(v.optional(whole(0, 4, '处理状态应为 0 至 4')), `处理状态，只随 begin 上报：${HANDLING}`),
  handledTime: described(v.optional(moment), `处理时间，${WIRE}；有 state 时必填`),
  handledBy: described(v.optional(openText(32)), '处理人'),
  handledPhone: described(v.optional(openText(20)), '处理人的电话'),
})

function measureText(name: Measure): string {
  const { label, unit, dict } = MEASURE_WORDS[name]
  if (dict) return `${label}：${dict.options.map((one) => `${one.value} ${one.label}`).join('，')}`
  if (!(name in FIGURE_RANGES)) return label
  const range = FIGURE_RANGES[name as keyof typeof FIGURE_RANGES]
  return `${label}，${range.unit ? `单位 ${unit}` : '整数'}，${range.from} 至 ${range.to}`
}

const describedMeasures: typeof measures = {
  ...measures,
  entries: Object.fromEntries(
    MEASURES.map((name) => [name, described(measures.entries[name], measureText(name))]),
  ) as typeof measures.entries,
}

const readingItem = strict({
  ...namedPoint,
  time: deviceTime,
  sequence,
  measures: described(describedMeasures, '测得的数值和状态，每条写全；空对象为心跳'),
})

const deviceItem = strict({
  projectId,
  address: described(
    v.pipe(openText(15), v.regex(/^\d{1,15}$/, '装置地址应为数字'), v.transform(Number), v.maxValue(2 ** 48 - 1)),
    '装置的源地址，写作十进制数',
  ),
  name: described(v.pipe(openText(64), v.nonEmpty('此项不能为空')), '装置名称'),
  protocol: described(v.optional(openText(32), 'GB/T 26875.3-2011'), '装置所用的协议'),
})

export const buildingKeyInput = v.pipe(openText(64), v.regex(/^[0-9A-Za-z]{32}$/, '建筑密钥应为 32 位字母和数字'))

export const ITEM_RESULTS = ['accepted', 'duplicate', 'quarantined', 'refused'] as const
export type ItemResult = (typeof ITEM_RESULTS)[number]

const outcome = v.object({
  accepted: described(count, '已保存的条数'),
  duplicate: described(count, '以前已收到的条数'),
  quarantined: described(count, '已隔离的条数'),
  refused: described(count, '未接收的条数'),
  results: described(
    v.array(
      v.object({
        result: described(
          v.picklist(ITEM_RESULTS),
          'accepted 已保存，duplicate 以前已收到，quarantined 已隔离，refused 未接收',
        ),
        message: described(maybeText, '已隔离或未接收的原因，或给服务商的提示'),
      }),
    ),
    '每条的结果，顺序与发送时相同',
  ),
})

const CODES = [401, 403, 404] as const
const posted = { method: 'POST', encoding: 'json', access: 'program', effect: true, errors: CODES } as const
const read = { method: 'GET', encoding: 'query', access: 'signed', effect: false, errors: CODES } as const

export const ingest = group('ingest', {
  hello: {
    ...read,
    path: '/open/v1/hello',
    input: strict({}),
    output: v.object({
      name: described(v.string(), '服务商或单位的名称'),
      time: described(v.string(), `服务器时间，${WIRE}`),
    }),
    summary: '检验签名：正确时返回服务商或单位的名称和服务器时间。',
  },
  buildings: {
    ...read,
    path: '/open/v1/buildings',
    input: strict(paging),
    output: paged(
      v.object({
        projectId: told('projectId'),
        name: described(v.string(), '建筑名称'),
        address: described(maybeText, '建筑地址'),
      }),
    ),
    summary: '与本服务商绑定的建筑；用单位密钥签名时，为本单位负责的建筑。',
  },
  bindBuilding: {
    ...posted,
    path: '/open/v1/buildings',
    input: strict({
      buildingKey: described(buildingKeyInput, '建筑密钥，由建筑管理单位提供'),
    }),
    output: v.object({ projectId: told('projectId'), name: described(v.string(), '建筑名称') }),
    errors: [...CODES, 409],
    summary: '凭建筑管理单位提供的建筑密钥，将该建筑绑定到本服务商；已绑定本服务商的，原样返回。',
  },
  points: {
    ...read,
    path: '/open/v1/points',
    input: strict({ projectId, ...paging }),
    output: paged(
      v.object({
        pointNumber: told('pointNumber'),
        deviceNo: told('deviceNo'),
        deviceName: told('deviceName'),
        deviceType: described(v.number(), words.deviceType),
        apiId: described(v.number(), words.apiId),
        online: described(v.boolean(), '是否在线'),
        reportedTime: described(maybeText, `最近一次上报的时间，${WIRE}`),
      }),
    ),
    summary: '建筑的点位，以及各点位最近一次上报的时间。',
  },
  records: {
    ...read,
    path: '/open/v1/records',
    input: strict({
      projectId,
      kind: described(v.optional(kind), KINDS),
      startTime: described(timeFilter, `时间范围的开始，${WIRE}，可只写日期`),
      endTime: described(untilFilter, `时间范围的结束，${WIRE}，可只写日期`),
      ...paging,
    }),
    output: paged(
      v.object({
        pointNumber: maybeTold('pointNumber'),
        deviceNo: maybeTold('deviceNo'),
        deviceName: maybeTold('deviceName'),
        floor: maybeTold('floor'),
        zone: maybeTold('zone'),
        isUnregistered: described(v.boolean(), '上报时部件未登记'),
        timeMark: described(
          v.nullable(v.picklist(['ahead', 'expired', 'unset'])),
          'time 改用服务器时间的原因：设备时间 ahead 超前，expired 早于保存期限，unset 未设置',
        ),
        deviceTime: described(maybeText, '改用服务器时间的，原来的设备时间'),
        apiId: described(v.number(), words.apiId),
        kind,
        time: described(v.string(), `发生时间，${WIRE}`),
        receivedTime: told('receivedTime'),
        endTime: described(maybeText, `结束时间，${WIRE}；未结束的为 null`),
        state: described(v.number(), `处理状态：${HANDLING}`),
        handledTime: described(maybeText, `处理时间，${WIRE}`),
      }),
    ),
    summary: '建筑的火警、故障、屏蔽和动作记录，新的在前；默认最近 31 天，时间范围最长 31 天。',
  },
  quarantined: {
    ...read,
    access: 'program',
    path: '/open/v1/quarantine',
    input: strict({ projectId: v.optional(projectId), ...paging }),
    output: paged(
      v.object({
        projectId: maybeTold('projectId'),
        pointNumber: told('pointNumber'),
        reason: described(
          v.string(),
          'future 设备时间超前，unset 时钟未设置，expired 早于保存期限，out-of-range 数值超出物理范围，unknown-point 装置的点位未登记，unknown-code 装置的代码无法识别',
        ),
        kind: described(
          v.string(),
          '数据的种类：事件的 kind 和 phase，或 reading 实时数据，status、operation 装置上报的状态和操作',
        ),
        time: described(v.string(), '上报的设备时间；时钟未设置的为平台收到的时间'),
        receivedTime: told('receivedTime'),
      }),
    ),
    summary: '已隔离数据，新的在前。',
  },
  registerPoints: {
    ...posted,
    path: '/open/v1/points',
    input: strict({ items: batch(pointItem) }),
    output: outcome,
    summary: '登记建筑的点位，或修改已登记点位的信息。',
  },
  removePoints: {
    ...posted,
    path: '/open/v1/points/remove',
    input: strict({ items: batch(strict(namedPoint)) }),
    output: outcome,
    summary: '删除点位；已上报的数据保留。有未确认的火警的点位不能删除。',
  },
  removedPoints: {
    ...read,
    path: '/open/v1/points/removed',
    input: strict({ projectId, ...paging }),
    output: paged(
      v.object({
        pointNumber: told('pointNumber'),
        deviceNo: maybeTold('deviceNo'),
        deviceName: maybeTold('deviceName'),
        removedTime: described(v.string(), `删除时间，${WIRE}`),
        removedBy: described(
          v.picklist(['unit', 'provider', 'release']),
          '由谁删除：unit 单位，provider 服务商，release 解绑',
        ),
      }),
    ),
    summary: '建筑已删除的点位，新的在前；重新登记的不在其中。',
  },
  registerTransmitter: {
    ...posted,
    path: '/open/v1/transmitters',
    input: deviceItem,
    output: nothing,
    errors: [...CODES, 409],
    summary: '为建筑登记 GB/T 26875.3 用户信息传输装置，登记后网关才接收其数据。',
  },
  removeTransmitter: {
    ...posted,
    path: '/open/v1/transmitters/remove',
    input: strict({ projectId, address: deviceItem.entries.address }),
    output: nothing,
    summary: '注销已拆除或更换的用户信息传输装置；点位和已上报的数据保留。',
  },
  events: {
    ...posted,
    path: '/open/v1/events',
    input: strict({ items: batch(eventItem) }),
    output: outcome,
    summary: '上报火警、故障、屏蔽和动作的发生、结束与处理情况。',
  },
  readings: {
    ...posted,
    path: '/open/v1/readings',
    input: strict({ items: batch(readingItem) }),
    output: outcome,
    summary: '上报设备状态和实时数据；measures 为空即为心跳。',
  },
})

export type PointItem = v.InferOutput<typeof pointItem>
export type EventItem = v.InferOutput<typeof eventItem>
export type ReadingItem = v.InferOutput<typeof readingItem>
export type Outcome = OutputOf<typeof ingest.readings>
