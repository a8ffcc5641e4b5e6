import * as v from 'valibot'
import { ALARM_STATES, NOTE_LENGTH, VERDICTS } from './alarm.rules.ts'
import { group, type OutputOf } from './endpoint.ts'
import {
  areaFilter,
  buildTypeFilter,
  code,
  count,
  id,
  idFilter,
  idInput,
  maybeNumber,
  maybeText,
  notGiven,
  page,
  paged,
  text,
  timeFilter,
} from './fields.ts'

export const ALARM_PAGE_SIZE = 20
export const ALARM_PAGE_SIZES = [10, 20, 50, 100] as const
/** Most alarms that one call acknowledges or judges. */
export const MOST_ALARMS = 100
/** Most records that an alarm's answer lists; the newest ones. */
export const MOST_RECORDS = 100
/** Most acts that an alarm's answer lists; the newest ones. */
export const MOST_ACTS = 100

const row = v.object({
  id,
  /** new: nobody has acknowledged it; acked; judged: a verdict was given; closed: judged, and ended at the equipment. */
  state: v.picklist(ALARM_STATES),
  /** Whether it still needs people: undecided, or real and not ended. */
  isOpen: v.boolean(),
  kind: v.picklist(['fire', 'electrical']),
  /** 1 two independent devices, 2 one device, 3 electrical. */
  priority: v.number(),
  /** Increases with every change. */
  version: v.number(),
  verdict: maybeNumber,
  /** Null where the building is unknown; `source` then names the sender. */
  buildingId: v.nullable(id),
  buildingName: maybeText,
  address: maybeText,
  source: maybeText,
  detail: maybeText,
  /** Device of the first record, as it was called then. */
  deviceId: v.nullable(id),
  deviceNo: maybeText,
  deviceName: maybeText,
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
  /** Records and devices. */
  events: count,
  points: count,
  alarmTime: v.string(),
  receiveTime: v.string(),
  lastTime: v.string(),
  /** When its last record ended at the equipment. */
  endTime: maybeText,
  ackTime: maybeText,
  ackBy: maybeText,
  judgeTime: maybeText,
  judgeBy: maybeText,
  /** Rank of who judged: 1 provider, 2 unit or property company, 3 authority. */
  judgeRank: maybeNumber,
  note: maybeText,
})

const record = v.object({
  id,
  deviceId: id,
  deviceNo: maybeText,
  deviceName: maybeText,
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
  alarmTime: v.string(),
  endTime: maybeText,
  state: v.number(),
})

const act = v.object({
  id,
  act: v.picklist(['ack', 'verdict', 'undo']),
  verdict: maybeNumber,
  note: maybeText,
  rank: v.number(),
  by: maybeText,
  organisation: maybeText,
  /** When the person decided, and when the server stored it. */
  tapTime: v.string(),
  time: v.string(),
  isLate: v.boolean(),
  /** Whether it was taken back. */
  isUndone: v.boolean(),
  /** Whether the reader made it: the reader may take it back for a while. */
  isOwn: v.boolean(),
})

/** One alarm by `id`, or many by `ids`. */
const which = {
  id: v.optional(idInput),
  ids: v.optional(
    v.pipe(
      v.array(idInput),
      v.minLength(1, '请选择火警'),
      v.maxLength(MOST_ALARMS, `一次最多选择 ${MOST_ALARMS} 条火警`),
    ),
  ),
}
const taps = {
  /** When the person decided and when the device sends it, by the device's clock. */
  tappedTime: timeFilter,
  sentTime: timeFilter,
}
const note = v.optional(text(NOTE_LENGTH, `最多 ${NOTE_LENGTH} 个字`), '')

const NOT_CHOSEN = '请选择火警'
const isOneOrMany = ({ id: one, ids }: { id?: number | undefined; ids?: number[] | undefined }) =>
  (one === undefined) !== (ids === undefined)

/** What became of the act for one alarm. `reason`: why it was not taken; the alarm is then as another left it. */
const acted = v.object({ list: v.array(v.object({ ...row.entries, reason: maybeText })) })

const change = {
  method: 'POST',
  encoding: 'json',
  access: 'duty',
  effect: true,
  queue: 'queue',
  stamped: 'sentTime',
  errors: [404, 409],
} as const

export const alarm = group('alarm', {
  list: {
    method: 'GET',
    path: '/field/v1/alarms',
    encoding: 'query',
    access: 'duty',
    effect: false,
    cache: 'keep',
    input: v.object({
      buildingId: idFilter,
      ...areaFilter,
      buildType: buildTypeFilter,
      /** 1 those that still need people, 0 the others; both unless told. */
      open: v.optional(v.union([notGiven, code([0, 1])])),
      ...page(ALARM_PAGE_SIZE),
    }),
    output: paged(row),
    errors: [404],
    summary: '火警：未结束的在前（真实火警、优先级、未响应时间），其余新的在前。open 1 仅未结束，0 仅已结束。',
  },
  one: {
    method: 'GET',
    path: '/field/v1/alarm',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({ id: idInput }),
    output: v.object({
      ...row.entries,
      contactName: maybeText,
      contactPhone: maybeText,
      records: v.array(record),
      acts: v.array(act),
    }),
    errors: [404],
    summary: '一条火警：其记录（新的在前）和处置经过。',
  },
  ack: {
    ...change,
    path: '/field/v1/alarm/ack',
    input: v.pipe(
      v.object({ ...which, note, ...taps }),
      v.forward(
        v.check((input) => isOneOrMany(input), NOT_CHOSEN),
        ['id'],
      ),
    ),
    output: acted,
    success: '已响应',
    summary: '响应火警（我去看）：id 一条，ids 多条。已有人响应的，记录后照常返回。',
  },
  verdict: {
    ...change,
    path: '/field/v1/alarm/verdict',
    input: v.pipe(
      v.object({ ...which, verdict: code(VERDICTS), note, ...taps }),
      v.forward(
        v.check((input) => isOneOrMany(input), NOT_CHOSEN),
        ['id'],
      ),
    ),
    output: acted,
    success: '已确认',
    summary:
      '确认火警：verdict 1 误报，2 真实火警，3 维保，4 测试。消防救援机构优先于单位，人员优先于服务商，同级以较晚的为准；不被采用的返回 409，说明何人已确认为何。',
  },
  undo: {
    ...change,
    path: '/field/v1/alarm/undo',
    input: v.pipe(
      v.object({ ...which, act: v.picklist(['ack', 'verdict']), ...taps }),
      v.forward(
        v.check((input) => isOneOrMany(input), NOT_CHOSEN),
        ['id'],
      ),
    ),
    output: acted,
    success: '已撤销',
    summary: '撤销本人 5 分钟内的响应或确认；之后请以新的确认更正。',
  },
})

export type AlarmRow = OutputOf<typeof alarm.list>['list'][number]
export type AlarmDetail = OutputOf<typeof alarm.one>
export type AlarmAct = AlarmDetail['acts'][number]
