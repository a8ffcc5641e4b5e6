import { STATISTICS_PICKS } from '#contract/statistics-picks.ts'
import {
  type AddressOf,
  choiceField,
  formField,
  idField,
  pageField,
  searchOf,
  wordField,
} from '#app/lib/address-fields.ts'

const moment = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const alarmStatisticsSearch = searchOf({
  /** Default: 30 days. */
  from: moment,
  to: moment,
  county: formField(/^\d{6}$/),
  building: idField,
  /** A figure, cause, device or narrower period. */
  pick: choiceField(STATISTICS_PICKS),
  cause: wordField,
  point: idField,
  since: moment,
  until: moment,
  page: pageField,
  by: choiceField(['device', 'building']),
  rank: pageField,
})

export type AlarmStatisticsSearch = AddressOf<typeof alarmStatisticsSearch>

export const unpicked = ({ from, to, county, building, by, rank }: AlarmStatisticsSearch): AlarmStatisticsSearch => ({
  ...(from && { from }),
  ...(to && { to }),
  ...(county && { county }),
  ...(building && { building }),
  ...(by && { by }),
  ...(rank && { rank }),
})
