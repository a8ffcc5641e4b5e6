import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import { score } from '#contract/score.ts'
import { batchOf } from './batch.ts'

/** The part of the city an authority looks at: a district's six digits or (empty) all, and a building type or (0) all. */
export interface AuthorityArea {
  readonly [field: string]: string | number
  readonly countyNo: string
  readonly buildType: 0 | 1 | 2
}

// The documents give the call of fire alarm figures to units alone: an authority gets them in this one.
const partOf = batchOf(authority.opening, (area: AuthorityArea, parts) => ({ ...area, parts }), 1)

/** What the authority's dashboard opens with. What is asked for together travels together. */
export function authorityParts(area: AuthorityArea) {
  return {
    accessOverview: partOf(dashboard.accessOverview, { ...area }, 'accessOverview', area),
    scoreOverview: partOf(score.overview, { ...area, days: 7 }, 'scoreOverview', area),
    fireAlarm: partOf(dashboard.fireAlarm, { ...area }, 'fireAlarm', area),
    rateRanking: partOf(dashboard.areaRanking, { ...area, rankType: 0 }, 'rateRanking', area),
    scoreRanking: partOf(dashboard.areaRanking, { ...area, rankType: 1 }, 'scoreRanking', area),
    streetRanking: partOf(authority.streetRanking, { ...area }, 'streetRanking', area),
    isvRanking: partOf(authority.isvRanking, { ...area }, 'isvRanking', area),
    devices: partOf(dashboard.devices, { ...area }, 'devices', area),
    deviceCard: partOf(authority.deviceCard, {}, 'deviceCard', area),
  }
}
