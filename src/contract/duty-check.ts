import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import {
  id,
  idFilter,
  idInput,
  maybeNumber,
  maybeText,
  nothing,
  page,
  paged,
  timeFilter,
  untilFilter,
  whole,
} from './fields.ts'
import { hour } from './hour.ts'
import { CHECK_PAGE_SIZE } from './page-sizes.ts'

/** Most buildings per question or plan. */
export const MOST_CHECKED = 100
/** Plans of an organ. */
export const MOST_PLANS = 20
/** An answer is stored as late for this long after the time, ms. */
export const LATE_ANSWER_MS = 30 * 60_000
/** Minutes an answer may take. Source: the minutes of GB/T 26875.3 type 91. */
export const ANSWER_MINUTES = 10
/** Minutes of an interval. Longest: the patrol cycle of GB 50440-2007. */
export const PLAN_MINUTES = [30, 60, 120] as const

/** waiting: may still be answered in time; late: answered after the time. */
export const CHECK_STATES = ['waiting', 'answered', 'late', 'missed'] as const

/** waiting: not yet sent; offline: not connected until the end; denied, unconfirmed: after all tries. */
export const TRANSMITTER_CHECKS = ['waiting', 'received', 'answered', 'denied', 'unconfirmed', 'offline'] as const

const row = v.object({
  id,
  buildingId: id,
  buildingName: v.string(),
  /** Units that answer for the building. */
  unitNames: maybeText,
  state: v.picklist(CHECK_STATES),
  /** Name and organ of the questioner. */
  askedBy: v.string(),
  isPlanned: v.boolean(),
  askTime: v.string(),
  dueTime: v.string(),
  /** People the question was sent to; 0: the building has no contact. */
  recipients: v.number(),
  /** Whether a gateway or push service accepted a message. */
  isReached: v.boolean(),
  answerTime: maybeText,
  answeredBy: maybeText,
  transmitter: v.nullable(v.picklist(TRANSMITTER_CHECKS)),
  /** From question to answer. */
  seconds: maybeNumber,
})

const filter = {
  /** Empty: all. `answered` and `missed` are those of the counts. */
  state: v.optional(v.picklist(['', 'waiting', 'answered', 'missed']), ''),
  buildingId: idFilter,
  startTime: timeFilter,
  endTime: untilFilter,
}

const buildingIds = v.optional(
  v.pipe(v.array(idInput), v.maxLength(MOST_CHECKED, `一次最多选择 ${MOST_CHECKED} 栋建筑`)),
  () => [],
)
const answerMinutes = v.optional(whole(1, 60, '应答时限应为 1 至 60 分钟'), ANSWER_MINUTES)

const plan = v.object({
  id,
  buildings: v.array(v.object({ id, name: v.string() })),
  everyMinutes: v.number(),
  answerMinutes: v.number(),
  hoursFrom: v.string(),
  hoursTo: v.string(),
})

export const dutyCheck = group('dutyCheck', {
  list: {
    method: 'GET',
    path: '/field/v1/duty-checks',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({ ...filter, ...page(CHECK_PAGE_SIZE) }),
    output: v.object({
      ...paged(row).entries,
      /** Without the filter by state; `answered` includes late answers, `missed` are without an answer. */
      counts: v.object({ waiting: v.number(), answered: v.number(), missed: v.number() }),
      /** Median seconds to an answer; null without answers. */
      medianSeconds: maybeNumber,
    }),
    errors: [404],
    summary: '查岗结果，每栋建筑一条，新的在前：何时由谁询问，何人用多久应答，传输装置是否应答，或未应答。',
  },
  export: {
    method: 'GET',
    path: '/field/v1/duty-checks/export',
    encoding: 'query',
    access: 'duty',
    effect: false,
    exports: true,
    timeoutMs: 120_000,
    input: v.object(filter),
    output: v.string(),
    errors: [404],
    summary: '导出查岗结果：`data` 为 xlsx 文件的地址，60 秒内可用一次。',
  },
  ask: {
    method: 'POST',
    path: '/field/v1/duty-check',
    encoding: 'json',
    access: 'desk',
    effect: true,
    input: v.pipe(
      v.object({ buildingIds, unitId: idFilter, answerMinutes }),
      v.forward(
        v.check(({ buildingIds: chosen, unitId }) => chosen.length > 0 || unitId !== undefined, '请选择建筑或单位'),
        ['buildingIds'],
      ),
    ),
    output: v.object({ buildings: v.number(), recipients: v.number() }),
    errors: [404, 409],
    success: '已发出查岗',
    summary:
      '立即查岗：向所选建筑（或单位的全部建筑）的值班联系人和账号推送，并向第一位联系人发短信，并下发到已登记的传输装置；仍在等待应答的建筑不重复询问。',
  },
  answer: {
    method: 'POST',
    path: '/field/v1/duty-check/answer',
    encoding: 'json',
    access: 'unit',
    effect: true,
    input: v.object({ ids: v.pipe(v.array(idInput), v.minLength(1, '请选择查岗'), v.maxLength(MOST_CHECKED)) }),
    output: v.object({ answered: v.number() }),
    errors: [404, 409],
    success: '已应答',
    summary: '应答查岗：本单位在岗；超过时限的应答记为超时。',
  },
  plans: {
    method: 'GET',
    path: '/field/v1/duty-check/plans',
    encoding: 'query',
    access: 'desk',
    effect: false,
    input: v.object({}),
    output: v.object({ list: v.array(plan) }),
    summary: '本机构的定时查岗。',
  },
  savePlan: {
    method: 'POST',
    path: '/field/v1/duty-check/plan',
    encoding: 'json',
    access: 'desk',
    effect: true,
    input: v.object({
      /** Omitted: a new plan. */
      id: idFilter,
      buildingIds: v.pipe(
        v.array(idInput),
        v.minLength(1, '请选择建筑'),
        v.maxLength(MOST_CHECKED, `一次最多选择 ${MOST_CHECKED} 栋建筑`),
      ),
      everyMinutes: v.pipe(
        whole(1, 120, '间隔应为 30、60 或 120 分钟'),
        v.check((minutes) => PLAN_MINUTES.some((one) => one === minutes), '间隔应为 30、60 或 120 分钟'),
      ),
      answerMinutes,
      hoursFrom: v.optional(hour, '00:00'),
      hoursTo: v.optional(hour, '00:00'),
    }),
    output: v.object({ id }),
    errors: [404, 409],
    success: '保存成功',
    summary: '新增或修改定时查岗：时段内每个间隔查岗一次，时刻随机；hoursFrom 与 hoursTo 相同为全天。',
  },
  removePlan: {
    method: 'POST',
    path: '/field/v1/duty-check/plan/remove',
    encoding: 'json',
    access: 'desk',
    effect: true,
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [404],
    success: '删除成功',
    summary: '删除定时查岗；已发出的照常应答。',
  },
})

export type DutyCheck = OutputOf<typeof dutyCheck.list>['list'][number]
export type DutyCheckPlan = OutputOf<typeof dutyCheck.plans>['list'][number]
