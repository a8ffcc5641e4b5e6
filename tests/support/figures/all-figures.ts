import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { score } from '#contract/score.ts'
import { ACCESS_FIGURES } from './access-figures.ts'
import { EQUIPMENT_FIGURES } from './equipment-figures.ts'
import type { Source } from './figure.ts'
import { PROBLEM_FIGURES } from './problem-figures.ts'
import { RECORD_FIGURES } from './record-figures.ts'
import { REVIEW_FIGURES } from './review-figures.ts'

/** Every count and rate that a screen shows, with the list that it opens. */
export const FIGURES: readonly Source[] = [
  ...ACCESS_FIGURES,
  ...EQUIPMENT_FIGURES,
  ...PROBLEM_FIGURES,
  ...RECORD_FIGURES,
  ...REVIEW_FIGURES,
]

/** Parts of a batch answer, by the call whose answer each repeats; dashboard tests compare the two. */
export const OPENINGS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  'dashboard.opening': {
    counts: problem.facilityCounts,
    rate: score.rate,
    devices: dashboard.devices,
    fireAlarm: dashboard.fireAlarm,
    sprinkler: dashboard.sprinkler,
    hydrant: dashboard.hydrant,
    buildingAccess: dashboard.buildingAccess,
    unitTypes: dashboard.unitTypes,
    providers: dashboard.providers,
    accessOverview: dashboard.accessOverview,
    areaRanking: dashboard.areaRanking,
  },
  'authority.opening': {
    accessOverview: dashboard.accessOverview,
    rateRanking: dashboard.areaRanking,
    scoreRanking: dashboard.areaRanking,
    streetRanking: authority.streetRanking,
    isvRanking: authority.isvRanking,
    devices: dashboard.devices,
  },
}

/** Numbers that count no listed rows, each with the reason. */
export const NO_ROWS: Readonly<Record<string, string>> = {
  'building.list list[].mustNumPre': 'a percentage of item types',
  'building.list list[].noMustNumPre': 'a percentage of item types',
  'building.approveList list[].mustNumPre': 'a percentage of item types',
  'building.approveList list[].noMustNumPre': 'a percentage of item types',
  'provider.list list[].mustNumPre': 'a percentage of item types',
  'dashboard.sprinkler waterTooHeightNumber': 'never answered: sprinklers have no tank',
  'dashboard.sprinkler waterTooLowNumber': 'never answered: sprinklers have no tank',
  'score.rate rate': 'share of the city’s units with a lower score, compared by tests/api/dashboard-cards.test.ts',
  'checkin.statistic continuousCheckInDays': 'a streak of days, counted by tests/api/checkin-rules.test.ts',
  'score.parts units': 'units of others, compared by tests/api/dashboard-cards.test.ts',
  'score.parts lower': 'units of others, compared by tests/api/dashboard-cards.test.ts',
  'pack.contents days': 'days a bundle may be shown',
  'pack.contents parts[].bytes': 'bytes',
  'portal.informationList list[].readNum': 'readings by people without an account',
  'publishing.list list[].readNum': 'readings by people without an account',
  'publishing.list list[].receiverNum': 'accounts a notification reached',
  'publishing.detail readNum': 'readings by people without an account',
  'publishing.detail receiverNum': 'accounts a notification reached',
  'publishing.preview receiverNum': 'accounts a notification would reach',
  'alarm.list list[].events': 'records of the alarm, listed by alarm.one',
  'alarm.list list[].points': 'points of the alarm, listed by alarm.one',
  'alarm.one events': 'its own `records`',
  'alarm.one points': 'its own `records`',
}
