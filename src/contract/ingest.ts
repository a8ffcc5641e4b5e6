import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { count, maybeText, nothing, page, paged, timeFilter, untilFilter, whole, wireTime } from './fields.ts'
import { measures } from './measures.ts'
import { openText, strict } from './open-fields.ts'
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
/** As returned by `ingest.buildings`. */
const projectId = numbered
const pointNumber = numbered

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
const deviceTime = v.pipe(
  wireTime,
  v.check((wire) => wire === UNSET_TIME || isMoment(wire), '时间不存在，格式应为 yyyy-MM-dd HH:mm:ss'),
  v.transform((wire) => (wire === UNSET_TIME ? null : momentOf(wire))),
)
/** Distinguishes items of one device in the same second. */
const sequence = v.optional(whole(0, 2_147_483_647), 0)
const batch = <const S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.minLength(1, '至少提交 1 条'), v.maxLength(BATCH_MAX, `每次最多提交 ${BATCH_MAX} 条`))

const namedPoint = { projectId, pointNumber }

const pointItem = strict({
  ...namedPoint,
  deviceNo: v.pipe(openText(64), v.nonEmpty('此项不能为空')),
  deviceName: v.pipe(openText(64), v.nonEmpty('此项不能为空')),
  deviceType: whole(0, 255, '设备类型应为 0 至 255'),
  apiId: whole(1, 9_999),
  floor: v.optional(openText(32)),
  zone: v.optional(openText(32)),
  descript: v.optional(openText(200)),
})

const eventItem = strict({
  ...namedPoint,
  kind: v.picklist(EVENT_KINDS, '类型应为 fire、fault、shield 或 action'),
  phase: v.picklist(['begin', 'end'], '阶段应为 begin 或 end'),
  time: deviceTime,
  sequence,
  state: v.optional(whole(0, 4, '处理状态应为 0 至 4')),
  handledTime: v.optional(moment),
  handledBy: v.optional(openText(32)),
  handledPhone: v.optional(openText(20)),
})

const readingItem = strict({ ...namedPoint, time: deviceTime, sequence, measures })

const deviceItem = strict({
  projectId,
  address: v.pipe(
    openText(15),
    v.regex(/^\d{1,15}$/, '装置地址应为数字'),
    v.transform(Number),
    v.maxValue(2 ** 48 - 1),
  ),
  name: v.pipe(openText(64), v.nonEmpty('此项不能为空')),
  protocol: v.optional(openText(32), 'GB/T 26875.3-2011'),
})

export const buildingKeyInput = v.pipe(openText(64), v.regex(/^[0-9A-Za-z]{32}$/, '建筑密钥应为 32 位字母和数字'))

export const ITEM_RESULTS = ['accepted', 'duplicate', 'quarantined', 'refused'] as const
export type ItemResult = (typeof ITEM_RESULTS)[number]

const outcome = v.object({
  accepted: count,
  duplicate: count,
  quarantined: count,
  refused: count,
  /** One per item, in the order of the request. */
  results: v.array(v.object({ result: v.picklist(ITEM_RESULTS), message: maybeText })),
})

const CODES = [401, 403, 404] as const
const posted = { method: 'POST', encoding: 'json', access: 'program', effect: true, errors: CODES } as const
const read = { method: 'GET', encoding: 'query', access: 'signed', effect: false, errors: CODES } as const

export const ingest = group('ingest', {
  hello: {
    ...read,
    path: '/open/v1/hello',
    input: strict({}),
    output: v.object({ name: v.string(), time: v.string() }),
    summary: '检验签名：正确时返回服务商或单位的名称和服务器时间。',
  },
  buildings: {
    ...read,
    path: '/open/v1/buildings',
    input: strict({ ...page(50) }),
    output: paged(v.object({ projectId: v.string(), name: v.string(), address: maybeText })),
    summary: '与本服务商绑定的建筑；用单位密钥签名时，为本单位负责的建筑。',
  },
  bindBuilding: {
    ...posted,
    path: '/open/v1/buildings',
    input: strict({
      buildingKey: buildingKeyInput,
    }),
    output: v.object({ projectId: v.string(), name: v.string() }),
    errors: [...CODES, 409],
    summary: '凭建筑管理单位提供的建筑密钥，将该建筑绑定到本服务商；已绑定本服务商的，原样返回。',
  },
  points: {
    ...read,
    path: '/open/v1/points',
    input: strict({ projectId, ...page(50) }),
    output: paged(
      v.object({
        pointNumber: v.string(),
        deviceNo: v.string(),
        deviceName: v.string(),
        deviceType: v.number(),
        apiId: v.number(),
        online: v.boolean(),
        reportedTime: maybeText,
      }),
    ),
    summary: '建筑的点位，以及各点位最近一次上报的时间。',
  },
  records: {
    ...read,
    path: '/open/v1/records',
    input: strict({
      projectId,
      kind: v.optional(v.picklist(EVENT_KINDS, '类型应为 fire、fault、shield 或 action')),
      startTime: timeFilter,
      endTime: untilFilter,
      ...page(50),
    }),
    output: paged(
      v.object({
        pointNumber: maybeText,
        deviceNo: maybeText,
        deviceName: maybeText,
        floor: maybeText,
        zone: maybeText,
        /** Unregistered when it reported. */
        isUnregistered: v.boolean(),
        /** Reason why `time` is the server's: the device's clock was ahead, far behind (expired) or not set. */
        timeMark: v.nullable(v.picklist(['ahead', 'expired', 'unset'])),
        /** Time by the device's clock in that case. */
        deviceTime: maybeText,
        apiId: v.number(),
        kind: v.picklist(EVENT_KINDS),
        time: v.string(),
        receivedTime: v.string(),
        endTime: maybeText,
        /** 0 unprocessed, 1 false alarm, 2 real alarm or repaired, 3 maintenance, 4 test. */
        state: v.number(),
        handledTime: maybeText,
      }),
    ),
    summary: '建筑的火警、故障、屏蔽和动作记录，新的在前；默认最近 31 天，时间范围最长 31 天。',
  },
  quarantined: {
    ...read,
    access: 'program',
    path: '/open/v1/quarantine',
    input: strict({ ...page(50) }),
    output: paged(
      v.object({
        pointNumber: v.string(),
        reason: v.string(),
        kind: v.string(),
        time: v.string(),
        receivedTime: v.string(),
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
    input: strict({ projectId, ...page(50) }),
    output: paged(
      v.object({
        pointNumber: v.string(),
        deviceNo: maybeText,
        deviceName: maybeText,
        removedTime: v.string(),
        /** The unit's people, the provider's program, or the end of the provider's binding. */
        removedBy: v.picklist(['unit', 'provider', 'release']),
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
