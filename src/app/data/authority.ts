import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import { score } from '#contract/score.ts'
import { alarmQuery } from './alarm.ts'
import { queryOf } from './query-of.ts'

/** Six digits (empty: city); 0: all. */
export interface AuthorityArea {
  readonly [field: string]: string | number
  readonly countyNo: string
  readonly buildType: 0 | 1 | 2
}

export function authorityParts(area: AuthorityArea) {
  return {
    // A chosen area hides no fire.
    alarms: alarmQuery.open(),
    duty: queryOf(dashboard.duty, { ...area }),
    accessOverview: queryOf(dashboard.accessOverview, { ...area }),
    scoreOverview: queryOf(score.overview, { ...area, days: 7 }),
    fireAlarm: queryOf(authority.fireAlarm, { ...area }),
    rateRanking: queryOf(dashboard.areaRanking, { ...area, rankType: 0 }),
    scoreRanking: queryOf(dashboard.areaRanking, { ...area, rankType: 1 }),
    streetRanking: queryOf(authority.streetRanking, { ...area }),
    isvRanking: queryOf(authority.isvRanking, { ...area }),
    devices: queryOf(dashboard.devices, { ...area }),
    deviceCard: queryOf(authority.deviceCard, {}),
  }
}
