import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, count, id, idFilter, maybeText, page, paged, timeFilter } from './fields.ts'

/** Rows of the dashboard's facility panel. Source: document 1, section 9. */
export const PANEL_PAGE_SIZE = 5

const emptyAsMissing = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)

export const facilityProblem = v.object({
  id,
  buildingName: v.string(),
  buildingId: id,
  itemDesc: v.string(),
  questionStatus: v.string(),
  questionHappenTime: v.string(),
  advice: maybeText,
  content: maybeText,
  apiUrl: maybeText,
  requestContent: maybeText,
  status: v.number(),
  problemType: v.number(),
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
    summary: 'Facility problems of the buildings: resolved, unresolved, all.',
  },
  facilityList: {
    method: 'GET',
    path: '/big/screen/company/get/buildingFireProtectionList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    timeoutMs: 120_000,
    input: v.object({
      lawCompanyId: idFilter,
      buildingId: idFilter,
      ...page(PANEL_PAGE_SIZE),
      questionStatus: v.optional(v.union([emptyAsMissing, code([0, 1])])),
      status: v.optional(v.union([emptyAsMissing, code([0, 1])])),
      startTime: timeFilter,
      endTime: timeFilter,
      exportStatus: v.optional(code([0, 1]), 0),
    }),
    output: v.union([v.string(), paged(facilityProblem)]),
    errors: [404],
    summary:
      'Facility problems, newest first. exportStatus 1: `data` is the address of an xlsx file that serves once within 60 seconds.',
  },
})

export type FacilityProblem = v.InferOutput<typeof facilityProblem>
export type FacilityProblemPage = Exclude<OutputOf<typeof problem.facilityList>, string>
