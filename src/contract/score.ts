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
  WRONG_INPUT,
} from './fields.ts'

/** Days. Source: document 1, section 9. */
export const TREND_DAYS = [7, 30] as const

const trend = v.object({
  avgScore: maybeNumber,
  totalScore: maybeNumber,
  comparedToLastMonthScore: maybeNumber,
  chart: v.array(v.object({ dateTime: v.string(), score: maybeNumber })),
})

export type ScoreTrend = v.InferOutput<typeof trend>

export const ITEM_PAGE_SIZE = 8

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
  /** Category of the device's system: 1 alarm, 2 hydrant, 3 sprinkler, 4 other, 5 whole building. */
  catDevTypeId: v.number(),
  /** Score points lost per day. */
  deduction: v.number(),
  /** Card of the building: 1 yellow, 2 red, null no card. */
  ruleType: v.optional(v.nullable(v.number()), null),
})
export type ScoreProblem = v.InferOutput<typeof item>

const check = v.object({
  id: v.string(),
  describe: v.string(),
  /** Score points; 0 if the rule is met. */
  deduction: v.number(),
  deviceName: maybeText,
  deviceNo: maybeText,
  since: maybeText,
})
export type ScoreCheck = v.InferOutput<typeof check>

export const score = group('score', {
  /** Documented; the app reads it from `trend` and `rate`. */
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
    summary: '一栋建筑最近的消防安全评分（0–100），或单位各建筑按面积加权的平均分。',
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
      '逐日的消防安全评分：avgScore 全市平均，totalScore 单位或建筑最近的评分，comparedToLastMonthScore 月平均分较上月的增减（分）。',
  },
  buildingTrend: {
    method: 'GET',
    path: '/field/v1/building-score-trend',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput, days: v.optional(code(TREND_DAYS), 30) }),
    output: trend,
    errors: [404],
    summary: '同 score.trend，取一栋可见建筑。',
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
    summary: '单位的评分，以及全市评分低于它的单位所占的百分比。',
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
      /** Units of the city with a score, and how many score lower. */
      units: count,
      lower: count,
      buildings: v.array(
        v.object({
          buildingId: id,
          name: v.string(),
          score: maybeNumber,
          day: maybeText,
          /** Weight in m². */
          weight: v.number(),
        }),
      ),
    }),
    errors: [404],
    summary: '单位评分和排名的由来：各建筑最近的评分和权重，低的在前；以及参与比较的单位数。',
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
      '建筑近 30 天的扣分项，未解决的在前，扣分多的在前，然后新的在前。questionStatus 0 未解决，1 已解决；起止时间筛选发生时间。',
  },
  checks: {
    method: 'GET',
    path: '/api/companyScore/getScoreItemDetail',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput, state: v.optional(v.picklist(['ok', 'fail'], WRONG_INPUT), 'fail') }),
    output: v.array(v.object({ systemName: v.string(), logs: v.array(check) })),
    errors: [404],
    summary: '建筑最近评分的逐项结果，按消防系统分组：`fail` 为扣分的，`ok` 为未扣分的。',
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
    summary: '同 score.trend，取区域内的可见建筑，可按区和建筑类型筛选。',
  },
})
