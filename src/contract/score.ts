import * as v from 'valibot'
import { group } from './endpoint.ts'
import { areaFilter, buildTypeFilter, code, idFilter, maybeNumber } from './fields.ts'

/** How far back a trend reaches, in days. Source: document 1, section 9. */
export const TREND_DAYS = [7, 30] as const

const trend = v.object({
  avgScore: maybeNumber,
  totalScore: maybeNumber,
  comparedToLastMonthScore: maybeNumber,
  chart: v.array(v.object({ dateTime: v.string(), score: maybeNumber })),
})

export type ScoreTrend = v.InferOutput<typeof trend>

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
