import * as v from 'valibot'
import { FIRST_LIST_PAGE_SIZE } from './page-sizes.ts'
import { group, type OutputOf } from './endpoint.ts'
import {
  code,
  count,
  id,
  idFilter,
  idInput,
  maybeText,
  nothing,
  page,
  paged,
  timeFilter,
  untilFilter,
} from './fields.ts'

/** Rows of the dashboard's facility panel. Source: document 1, section 9. */
export const PANEL_PAGE_SIZE = 5

const emptyAsMissing = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)

/** The alarm to decide on, where an undecided alarm is the problem; not in the documents. */
const alarmId = v.optional(v.nullable(id))

export const facilityProblem = v.object({
  id,
  buildingName: v.string(),
  buildingId: id,
  itemDesc: v.string(),
  questionStatus: v.string(),
  /** Why it was closed though its cause did not end, in words; another server leaves it out. */
  closeReason: v.optional(maybeText),
  questionHappenTime: v.string(),
  advice: maybeText,
  content: maybeText,
  apiUrl: maybeText,
  requestContent: maybeText,
  status: v.number(),
  problemType: v.number(),
  alarmId,
})

const runProblem = v.object({
  buildingName: v.string(),
  itemDesc: v.string(),
  /** Device numbers, comma separated. */
  deviceNo: maybeText,
  questionStatus: v.string(),
  /** Why it was closed though its cause did not end, in words; another server leaves it out. */
  closeReason: v.optional(maybeText),
  questionHappenTime: v.string(),
  questionSolveTime: maybeText,
  buildingId: id,
  advice: maybeText,
  alarmId,
})

export const problem = group('problem', {
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
    summary: '消防设施问题，新的在前。exportStatus 1：`data` 为 xlsx 文件的地址，60 秒内可用一次。',
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
      ...page(FIRST_LIST_PAGE_SIZE),
      questionStatus: v.optional(v.union([emptyAsMissing, code([0, 1, 2])])),
      startSolveTime: timeFilter,
      endSolveTime: untilFilter,
      isExport: v.optional(code([0, 1]), 0),
    }),
    output: v.union([v.string(), paged(runProblem)]),
    errors: [404],
    summary: '消防设施问题，新的在前；起止时间筛选解决时间。isExport 1：`data` 为 xlsx 文件的地址，60 秒内可用一次。',
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
