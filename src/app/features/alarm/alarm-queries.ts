import type { QueryClient } from '@tanstack/react-query'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { readAhead } from '#app/data/query-of.ts'
import type { AlarmSearch } from './alarm-search.ts'

/** The open alarms that every page watches. */
export const OPEN_ALARMS = alarmQuery.list({ buildingId: '', open: 1, currentPage: 1, pageSize: ALARM_PAGE_SIZE })

export const DESK_SIZE = 100

export const openList = ({ building = '', verdict }: AlarmSearch, currentPage = 1) =>
  alarmQuery.list({ buildingId: building, open: 1, verdict, currentPage, pageSize: DESK_SIZE })

export const endedList = ({ building = '', verdict }: AlarmSearch, currentPage = 1) =>
  alarmQuery.list({ buildingId: building, open: 0, verdict, currentPage, pageSize: ALARM_PAGE_SIZE })

/** Only undecided alarms and real fires are open. */
export const mayBeOpen = ({ verdict }: AlarmSearch) => verdict === undefined || verdict === 0 || verdict === REAL

export const mayBeEnded = ({ verdict }: AlarmSearch) => verdict !== 0

export function readAlarmsAhead(client: QueryClient, search: AlarmSearch): void {
  readAhead(
    client,
    ...(mayBeOpen(search) ? [openList(search)] : []),
    ...(mayBeEnded(search) ? [endedList(search)] : []),
    ...(search.id ? [alarmQuery.one(search.id)] : []),
  )
}
