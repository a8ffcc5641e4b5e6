import * as v from 'valibot'
import { group } from './endpoint.ts'
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
  timeFilter,
  untilFilter,
} from './fields.ts'

/** How far back a trend reaches, in days. Source: document 1, section 9. */
export const TREND_DAYS = [7, 30] as const

const trend = v.object({
  avgScore: maybeNumber,
  totalScore: maybeNumber,
  comparedToLastMonthScore: maybeNumber,
  chart: v.array(v.object({ dateTime: v.string(), score: maybeNumber })),
})

export type ScoreTrend = v.InferOutput<typeof trend>

/** Rows of the dashboard's problem statistics. */
export const ITEM_PAGE_SIZE = 8

/** What an item has for `catDevTypeId` that no single device stands behind. */
export const WHOLE_BUILDING = 5

const item = v.object({
  id: v.string(),
  buildingName: v.string(),
  buildingId: id,
  describe: v.string(),
  itemDesc: v.string(),
  createTime: v.string(),
  happenTime: v.string(),
  solveTime: maybeText,
  /** System category of the device: 1 alarm, 2 hydrant, 3 sprinkler, 4 another, 5 none: the building as a whole. */
  catDevTypeId: v.number(),
  /** Points it costs a day. */
  deduction: v.number(),
  /** The card its building holds: 1 yellow, 2 red, null none. */
  ruleType: v.optional(v.nullable(v.number()), null),
})
export type ScoreProblem = v.InferOutput<typeof item>

const check = v.object({
  id: v.string(),
  describe: v.string(),
  /** Points lost, the device, and since when; of a rule that is kept, nothing. */
  deduction: v.number(),
  deviceName: maybeText,
  deviceNo: maybeText,
  since: maybeText,
})
export type ScoreCheck = v.InferOutput<typeof check>

export const score = group('score', {
  current: {
    method: 'GET',
    path: '/big/screen/company/get/score',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter, buildingId: idFilter }),
    output: v.object({ score: maybeNumber }),
    errors: [404],
    summary: "The latest safety score (0–100) of one building, or the area-weighted mean of the unit's.",
  },
  trend: {
    method: 'GET',
    path: '/api/companyScore/getScoreTrend',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ days: v.optional(code(TREND_DAYS), 7), lawCompanyId: idFilter, buildingId: idFilter }),
    output: trend,
    errors: [404],
    summary:
      "Safety score day by day: avgScore the city's mean, totalScore the unit's or building's latest, comparedToLastMonthScore the change of the monthly mean in points.",
  },
  rate: {
    method: 'GET',
    path: '/api/companyScore/getScore',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter }),
    output: v.object({ score: maybeNumber, rate: maybeNumber }),
    errors: [404],
    summary: "The unit's score, and the percentage of the city's units whose score is lower.",
  },
  parts: {
    method: 'GET',
    path: '/field/v1/score-parts',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter }),
    output: v.object({
      /** Units of the city that have a score, and how many of them a lower one. */
      units: count,
      lower: count,
      buildings: v.array(
        v.object({
          buildingId: id,
          name: v.string(),
          score: maybeNumber,
          /** The day it is of. */
          day: maybeText,
          /** What it counts for in the mean, in m². */
          weight: v.number(),
        }),
      ),
    }),
    errors: [404],
    summary:
      "What the unit's score and its rank are made of: each building's latest score with its weight, the worst first, and the units that were compared.",
  },
  items: {
    method: 'GET',
    path: '/api/companyScore/getItemList',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({
      lawCompanyId: idFilter,
      buildingId: idFilter,
      ...page(ITEM_PAGE_SIZE),
      questionStatus: v.optional(v.union([notGiven, code([0, 1])])),
      startTime: timeFilter,
      endTime: untilFilter,
    }),
    output: paged(item),
    errors: [404],
    summary:
      'What the buildings lost points for in the last 30 days, unsolved first, then newest first. questionStatus 0 unsolved, 1 solved; the times narrow the occurrence.',
  },
  checks: {
    method: 'GET',
    path: '/api/companyScore/getScoreItemDetail',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput, state: v.optional(v.picklist(['ok', 'fail'], '取值有误'), 'fail') }),
    output: v.array(v.object({ systemName: v.string(), logs: v.array(check) })),
    errors: [404],
    summary: "A building's latest score rule by rule, grouped by system: `fail` what costs points, `ok` what is kept.",
  },
  overview: {
    method: 'GET',
    path: '/api/organScreen/scoreOverview',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ days: v.optional(code(TREND_DAYS), 7), buildType: buildTypeFilter, ...areaFilter }),
    output: trend,
    errors: [404],
    summary:
      'As score.trend, for the buildings of an area: what the session may see, narrowed by district and building type.',
  },
})
