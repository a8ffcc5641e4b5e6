import * as v from 'valibot'
import { NOTE_LENGTH } from './alarm.rules.ts'
import { FIRST_LIST_PAGE_SIZE } from './page-sizes.ts'
import { group, type OutputOf } from './endpoint.ts'
import { PROBLEM_KINDS } from './problem.rules.ts'
import {
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
  timeFilter,
  untilFilter,
  WRONG_INPUT,
} from './fields.ts'

/** Source: document 1, section 9. */
export const PANEL_PAGE_SIZE = 5

const emptyAsMissing = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)

/** Not in the documents. */
const kindAndSearch = { kind: v.optional(v.picklist(['', ...PROBLEM_KINDS], WRONG_INPUT), ''), search }

/** Undecided alarm of the problem; not in the documents. */
const alarmId = v.optional(v.nullable(id))

export const facilityProblem = v.object({
  id,
  buildingName: v.string(),
  buildingId: id,
  itemDesc: v.string(),
  questionStatus: v.string(),
  /** Reason if closed although the cause persists; other servers omit it. */
  closeReason: v.optional(maybeText),
  questionHappenTime: v.string(),
  advice: maybeText,
  content: maybeText,
  apiUrl: maybeText,
  requestContent: maybeText,
  status: v.number(),
  problemType: v.number(),
  alarmId,
  kind: v.optional(v.picklist(PROBLEM_KINDS)),
  floor: v.optional(maybeText),
  zone: v.optional(maybeText),
  descript: v.optional(maybeText),
})

const runProblem = v.object({
  buildingName: v.string(),
  itemDesc: v.string(),
  /** Device numbers, comma separated. */
  deviceNo: maybeText,
  questionStatus: v.string(),
  /** Reason if closed although the cause persists; other servers omit it. */
  closeReason: v.optional(maybeText),
  questionHappenTime: v.string(),
  questionSolveTime: maybeText,
  buildingId: id,
  advice: maybeText,
  alarmId,
})

/** Rows of the problem list. */
export const PROBLEM_PAGE_SIZE = 50

const listedProblem = v.object({
  id,
  kind: v.picklist(PROBLEM_KINDS),
  buildingId: id,
  buildingName: v.string(),
  itemDesc: v.string(),
  /** The point at present; null once it is removed. */
  deviceId: v.nullable(id),
  deviceName: maybeText,
  deviceNo: maybeText,
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
  /** Latest measured value, with unit; only of gauges that report. */
  value: maybeText,
  /** 0 unresolved, 1 resolved, 2 closed. */
  questionStatus: v.number(),
  closeReason: maybeText,
  /** 0 unprocessed, 1 processed. */
  status: v.number(),
  problemType: v.number(),
  happenTime: v.string(),
  solveTime: maybeText,
  handledTime: maybeText,
  handledBy: maybeText,
  /** The next step, in a few words; null once resolved. */
  next: maybeText,
  alarmId: v.nullable(id),
})

/** Unresolved problems of a building. */
const problemBuilding = v.object({
  buildingId: id,
  buildingName: v.string(),
  fires: count,
  faults: count,
  offline: count,
  since: maybeText,
})

const handling = {
  method: 'POST',
  encoding: 'json',
  access: 'unit',
  effect: true,
  queue: 'queue',
  errors: [404, 409],
} as const

export const problem = group('problem', {
  list: {
    method: 'GET',
    path: '/field/v1/problems',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({
      buildingId: idFilter,
      questionStatus: v.optional(v.union([emptyAsMissing, code([0, 1, 2])])),
      ...kindAndSearch,
      startSolveTime: timeFilter,
      endSolveTime: untilFilter,
      ...page(PROBLEM_PAGE_SIZE),
    }),
    output: v.object({
      list: v.array(listedProblem),
      total: v.number(),
      /** Of the building or the whole scope, whatever the other filters. */
      counts: v.object({
        fires: count,
        faults: count,
        offline: count,
        /** Unresolved for more than 24 hours. */
        overdue: count,
        solved: count,
        closed: count,
      }),
      /** Buildings of the page's rows. */
      buildings: v.array(problemBuilding),
    }),
    errors: [404],
    summary:
      '消防设施问题。未解决的：超时未确认的火警在前，久的在前；其余按建筑，异常多的在前，未处理的在前，异常先于离线，久的在前。其他状态：新的在前。search 查问题、建筑、设备和位置。',
  },
  one: {
    method: 'GET',
    path: '/field/v1/problem',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ id: idInput }),
    output: v.object({
      ...listedProblem.entries,
      content: maybeText,
      /** In the order of doing; none once resolved. */
      steps: v.array(v.string()),
      handledNote: maybeText,
      canUndo: v.boolean(),
      contactName: maybeText,
      contactPhone: maybeText,
      providerName: maybeText,
      providerPhone: maybeText,
      /** Problems of the same device and cause within 90 days before. */
      earlier: count,
      /** Other unresolved problems on the device's floor. */
      onFloor: count,
      /** Readings from 12 hours before to 12 hours after its beginning, oldest first. */
      curve: v.nullable(
        v.object({
          /** Name in `FIGURE_RANGES`. */
          figure: v.string(),
          low: maybeNumber,
          high: maybeNumber,
          points: v.array(v.object({ time: v.string(), value: v.number() })),
        }),
      ),
    }),
    errors: [404],
    summary: '一项消防设施问题：现状、处理建议、联系人和发生前后的读数。',
  },
  handle: {
    ...handling,
    path: '/field/v1/problem/handle',
    input: v.object({
      id: idInput,
      note: v.optional(text(NOTE_LENGTH, `最多 ${NOTE_LENGTH} 个字`), ''),
    }),
    output: nothing,
    success: '已登记为已处理',
    summary: '登记为已处理，可附说明；会自动结束的和已有人处理的，返回 409。',
  },
  undo: {
    ...handling,
    path: '/field/v1/problem/undo',
    input: v.object({ id: idInput }),
    output: nothing,
    success: '已撤销',
    summary: '撤销本人 5 分钟内的处理登记；不能撤销的返回 409。',
  },
  facilityCounts: {
    method: 'GET',
    path: '/big/screen/company/get/buildingFireProtection',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter, buildingId: idFilter }),
    output: v.object({ resolvedNum: count, notSolvedNum: count, totalNum: count }),
    errors: [404],
    summary: '建筑的消防设施问题数：已解决、未解决和全部；全部中含因点位删除或解绑服务商而关闭的。',
  },
  facilityList: {
    method: 'GET',
    path: '/big/screen/company/get/buildingFireProtectionList',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({
      lawCompanyId: idFilter,
      buildingId: idFilter,
      ...page(PANEL_PAGE_SIZE),
      questionStatus: v.optional(v.union([emptyAsMissing, code([0, 1, 2])])),
      status: v.optional(v.union([emptyAsMissing, code([0, 1])])),
      startTime: timeFilter,
      endTime: untilFilter,
      exportStatus: v.optional(code([0, 1]), 0),
    }),
    output: v.union([v.string(), paged(facilityProblem)]),
    errors: [404],
    summary:
      '消防设施问题，新的在前；一栋建筑未解决的，火警在前，离线在后，同类中未处理的在前，久的在前。exportStatus 1：`data` 为 xlsx 文件的地址，60 秒内可用一次。',
  },
  runCounts: {
    method: 'GET',
    path: '/isv/getFacilityRunQuestionStatistics',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ isvId: idFilter, companyId: idFilter }),
    output: v.object({ questionUnresolvedCount: count, solveCount: count, total: count }),
    errors: [404],
    summary: '建筑的消防设施问题数，或某一服务商所服务建筑的：未解决、已解决和全部。',
  },
  itemCounts: {
    method: 'GET',
    path: '/isv/getIsvQuestionItemStatistics',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ isvId: idFilter }),
    output: v.object({ total: count, solveCount: count, unresolvedCount: count }),
    errors: [404],
    summary: '建筑近 30 天的扣分项数：全部、已解决和未解决。',
  },
  runList: {
    method: 'GET',
    path: '/isv/getFacilityRunQuestionStatisticsList',
    encoding: 'query',
    access: 'unit',
    effect: false,
    exports: true,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({
      isvId: idFilter,
      companyId: idFilter,
      buildingId: idFilter,
      ...kindAndSearch,
      ...page(FIRST_LIST_PAGE_SIZE),
      questionStatus: v.optional(v.union([emptyAsMissing, code([0, 1, 2])])),
      startSolveTime: timeFilter,
      endSolveTime: untilFilter,
      isExport: v.optional(code([0, 1]), 0),
    }),
    output: v.union([v.string(), paged(runProblem)]),
    errors: [404],
    summary:
      '消防设施问题，新的在前；起止时间筛选解决时间，kind、search 同 /field/v1/problems。isExport 1：`data` 为 xlsx 文件的地址，60 秒内可用一次。',
  },
  deal: {
    method: 'POST',
    path: '/api/building/todo/deal',
    encoding: 'any',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '将待办登记为已处理；会自动结束的和已有人处理的，返回 409。',
  },
})

export type FacilityProblem = v.InferOutput<typeof facilityProblem>
export type FacilityProblemPage = Exclude<OutputOf<typeof problem.facilityList>, string>
export type RunProblem = v.InferOutput<typeof runProblem>
export type RunProblemPage = Exclude<OutputOf<typeof problem.runList>, string>
export type ListedProblem = OutputOf<typeof problem.list>['list'][number]
export type ProblemBuilding = OutputOf<typeof problem.list>['buildings'][number]
export type ProblemDetail = OutputOf<typeof problem.one>
