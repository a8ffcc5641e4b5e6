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
  line,
  maybeNumber,
  maybeText,
  notGiven,
  page,
  paged,
  search,
  text,
  timeFilter,
} from './fields.ts'

export const ALARM_PAGE_SIZE = 20
/** Most alarms per call. */
export const MOST_ALARMS = 100
/** The newest records in an alarm's detail. */
export const MOST_RECORDS = 100
/** The newest acts in an alarm's detail. */
export const MOST_ACTS = 100
/** Left out of what a device stores. */
export const ALARM_PHONES = ['contactPhone', 'providerPhone', 'acts.phone', 'ends.phone']

/** Other events of the building in an alarm's detail. */
export const MOST_OTHERS = 30
/** Curves in an alarm's detail, and readings of each. */
export const MOST_CURVES = 3
export const MOST_READINGS = 60

const device = {
  deviceNo: maybeText,
  deviceName: maybeText,
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
}

export const alarmRow = v.object({
  id,
  /** new: not acknowledged; judged: has a verdict; closed: judged, and ended. */
  state: v.picklist(ALARM_STATES),
  isOpen: v.boolean(),
  kind: v.picklist(['fire', 'electrical']),
  /** 1 two devices, a manual call point, a flow switch or a confirmed fire; 2 one device of a key building; 3 other. */
  priority: v.number(),
  version: v.number(),
  /** Number of reasons for which people were called; 0: none. */
  wave: v.optional(count, 0),
  /** Of the newest call, while unanswered. */
  callTime: v.optional(maybeText, null),
  /** False if its records were replayed: received more than ten minutes late. */
  isFresh: v.optional(v.boolean(), true),
  /** Proposed verdict, if it came during announced work and called no person: 3 maintenance, 4 test. */
  proposal: v.optional(maybeNumber, null),
  verdict: maybeNumber,
  /** Null if the building is unknown; `source` then names the sender. */
  buildingId: v.nullable(id),
  buildingName: maybeText,
  address: maybeText,
  /** District, 6 digits. */
  countyNo: v.optional(maybeText, null),
  source: maybeText,
  detail: maybeText,
  /** Device of the first record, as of that time. */
  deviceId: v.nullable(id),
  ...device,
  /** Null: only one record. */
  newest: v.optional(
    v.nullable(
      v.object({
        deviceId: id,
        ...device,
        alarmTime: v.string(),
      }),
    ),
    null,
  ),
  /** Newest first; empty: one device. */
  floors: v.optional(v.array(v.string()), []),
  events: count,
  points: count,
  alarmTime: v.string(),
  receiveTime: v.string(),
  lastTime: v.string(),
  /** When the last record, or a person, ended it. */
  endTime: maybeText,
  ackTime: maybeText,
  ackBy: maybeText,
  judgeTime: maybeText,
  judgeBy: maybeText,
  /** Rank of the verdict's author: 1 provider, 2 unit or property company, 3 authority. */
  judgeRank: maybeNumber,
  note: maybeText,
})

/** The unit's contacts, the district's, the city's duty contacts. */
export const CALLEES = ['contact', 'district', 'city'] as const

const record = v.object({
  id,
  deviceId: id,
  ...device,
  alarmTime: v.string(),
  endTime: maybeText,
  state: v.number(),
})

const actFields = {
  id,
  verdict: maybeNumber,
  note: maybeText,
  rank: v.number(),
  by: maybeText,
  organisation: maybeText,
  /** For the authority and the author's own unit. */
  phone: v.optional(maybeText, null),
  /** `tapTime`: when it was decided; `time`: when the server stored it. */
  tapTime: v.string(),
  time: v.string(),
  isLate: v.boolean(),
  isUndone: v.boolean(),
  /** Made by the caller, who may undo it for `UNDO_MS`. */
  isOwn: v.boolean(),
}
const act = v.object({ ...actFields, act: v.picklist(['ack', 'verdict', 'undo']) })
const end = v.object({ ...actFields, act: v.literal('end') })

/** A fault, shield or action elsewhere in the building. */
const other = v.object({
  id,
  kind: v.picklist(['fire', 'fault', 'shield', 'action']),
  deviceId: id,
  ...device,
  alarmTime: v.string(),
  endTime: maybeText,
})

/** Readings of one figure, oldest first. */
const curve = v.object({
  deviceId: id,
  deviceNo: maybeText,
  deviceName: maybeText,
  floor: maybeText,
  zone: maybeText,
  /** Name in `FIGURE_RANGES`. */
  figure: v.string(),
  points: v.array(v.object({ time: v.string(), value: v.number() })),
})

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
export const alarmTaps = {
  /** Both by the device's clock. */
  tappedTime: timeFilter,
  sentTime: timeFilter,
}
export const watchmanName = v.optional(v.pipe(line(20, '最多 20 个字'), v.trim()), '')
export const alarmNote = v.optional(text(NOTE_LENGTH, `最多 ${NOTE_LENGTH} 个字`), '')

const NOT_CHOSEN = '请选择火警'
const isOneOrMany = ({ id: one, ids }: { id?: number | undefined; ids?: number[] | undefined }) =>
  (one === undefined) !== (ids === undefined)

/** `reason`: why the act was rejected; the row has the alarm's current state. */
const acted = v.object({ list: v.array(v.object({ ...alarmRow.entries, reason: maybeText })) })

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
      lawCompanyId: idFilter,
      ...areaFilter,
      buildType: buildTypeFilter,
      /** 0 undecided. */
      verdict: v.optional(v.union([notGiven, code([0, ...VERDICTS])])),
      /** 1 open, 0 not open; both if omitted. */
      open: v.optional(v.union([notGiven, code([0, 1])])),
      search,
      ...page(ALARM_PAGE_SIZE),
    }),
    output: paged(alarmRow),
    errors: [404],
    summary:
      '火警：未结束的在前（真实火警，火警先于电气火灾报警，一天内有报警的，未响应，即时收到的，优先级，新的），其余新的在前。open 1 仅未结束，0 仅已结束；lawCompanyId 仅该单位绑定的建筑；verdict 0 待确认，1 误报，2 真实火警，3 维保，4 测试；search 仅与 open 1 同用，按建筑、地址、来源、设备和位置查找，空格分隔的词须都符合，至多 5 个。',
  },
  one: {
    method: 'GET',
    path: '/field/v1/alarm',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({ id: idInput }),
    output: v.object({
      ...alarmRow.entries,
      contactName: maybeText,
      contactPhone: maybeText,
      records: v.array(record),
      acts: v.array(act),
      ends: v.optional(v.array(end), []),
      providerName: v.optional(maybeText, null),
      providerPhone: v.optional(maybeText, null),
      /** The next message if the state stays as it is; `to` by the policy's targets. */
      nextCall: v.optional(v.nullable(v.object({ time: v.string(), to: v.picklist(CALLEES) })), null),
      /** Other events of the building from 10 minutes before to 30 minutes after the alarm, oldest first. */
      others: v.optional(v.array(other), []),
      /** Earlier alarms of the first device within 90 days, newest first. */
      history: v.optional(v.array(v.object({ alarmId: id, alarmTime: v.string(), verdict: maybeNumber })), []),
      /** Readings of its devices, then of its floor, from an hour before to 30 minutes after the first record. */
      curves: v.optional(v.array(curve), []),
    }),
    errors: [404],
    summary: '一条火警：其记录（新的在前）、处置经过，同一建筑的其他事件、前后读数，该设备 90 天内的火警。',
  },
  ack: {
    ...change,
    path: '/field/v1/alarm/ack',
    input: v.pipe(
      v.object({ ...which, note: alarmNote, watchman: watchmanName, ...alarmTaps }),
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
      v.object({ ...which, verdict: code(VERDICTS), note: alarmNote, watchman: watchmanName, ...alarmTaps }),
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
      v.object({ ...which, act: v.picklist(['ack', 'verdict']), watchman: watchmanName, ...alarmTaps }),
      v.forward(
        v.check((input) => isOneOrMany(input), NOT_CHOSEN),
        ['id'],
      ),
    ),
    output: acted,
    success: '已撤销',
    summary: '撤销本人 5 分钟内的响应或确认；之后请以新的确认更正。',
  },
  end: {
    ...change,
    path: '/field/v1/alarm/end',
    input: v.object({ id: idInput, watchman: watchmanName, ...alarmTaps }),
    output: acted,
    success: '火警已结束',
    summary:
      '确认真实火警的火已扑灭：火警和其记录随即结束。消防救援机构确认的，只能由消防救援机构结束；已结束的返回 409，本人重复提交的照常返回。不能撤销。',
  },
})

export type AlarmRow = OutputOf<typeof alarm.list>['list'][number]
export type AlarmDetail = OutputOf<typeof alarm.one>
export type AlarmAct = AlarmDetail['acts'][number]
export type AlarmEnd = AlarmDetail['ends'][number]
export type AlarmCurve = AlarmDetail['curves'][number]
