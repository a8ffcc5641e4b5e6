import * as v from 'valibot'
import { dashboard, dashboardArea, rankedArea } from './dashboard.ts'
import { group } from './endpoint.ts'
import { count, id, maybeText } from './fields.ts'
import { score } from './score.ts'

const own = {
  isvRanking: {
    method: 'GET',
    path: '/api/organScreen/isvRankingList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object(dashboardArea),
    output: v.array(
      v.object({
        isvName: v.string(),
        /** Leads to the provider's buildings; another server may not tell it. */
        isvId: v.optional(id),
        buildingCount: count,
        percentage: v.number(),
      }),
    ),
    errors: [404],
    summary:
      "Providers by how many of an area's buildings they serve, most first; the percentages of the buildings that have one add up to 100.",
  },
  streetRanking: {
    method: 'GET',
    path: '/field/v1/street-ranking',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object(dashboardArea),
    output: v.array(rankedArea),
    errors: [404],
    summary: "The streets of a district by score, best first: of the one named, or of the authority's own.",
  },
  deviceCard: {
    method: 'GET',
    path: '/field/v1/device-card',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.object({ url: maybeText }),
    summary: "Where the special account's device card button leads; null for everybody else.",
  },
} as const

/** What one opening of the authority's dashboard shows, by name. */
const parts = {
  accessOverview: dashboard.accessOverview.output,
  scoreOverview: score.overview.output,
  rateRanking: dashboard.areaRanking.output,
  scoreRanking: dashboard.areaRanking.output,
  streetRanking: own.streetRanking.output,
  isvRanking: own.isvRanking.output,
  devices: dashboard.devices.output,
  fireAlarm: dashboard.fireAlarm.output,
  deviceCard: own.deviceCard.output,
}

export type AuthorityPart = keyof typeof parts
export const AUTHORITY_PARTS = Object.keys(parts) as readonly AuthorityPart[]

export const authority = group('authority', {
  ...own,
  opening: {
    method: 'GET',
    path: '/field/v1/authority-dashboard',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({
      ...dashboardArea,
      parts: v.pipe(
        v.string(),
        v.maxLength(300),
        v.transform((names) => names.split(',')),
        v.array(v.picklist(AUTHORITY_PARTS, '没有这一项')),
      ),
    }),
    output: v.partial(v.object(parts)),
    errors: [404],
    summary:
      "Several answers of the authority's dashboard at once, those named in `parts` by commas: each what its own call says of the area, of 7 days.",
  },
})
