import type { QueryClient } from '@tanstack/react-query'
import { may } from '#contract/access.ts'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { readAhead } from '#app/data/query-of.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import type { AlarmSearch } from './alarm-search.ts'

export const DESK_SIZE = 100

const filterOf = ({ building = '', unit, county, verdict }: AlarmSearch) => ({
  buildingId: building,
  ...(unit && { lawCompanyId: unit }),
  ...(county && { countyNo: county }),
  verdict,
})

export const openList = (search: AlarmSearch, currentPage = 1) =>
  alarmQuery.list({ ...filterOf(search), open: 1, currentPage, pageSize: DESK_SIZE })

export const endedList = (search: AlarmSearch, currentPage = 1) =>
  alarmQuery.list({ ...filterOf(search), open: 0, currentPage, pageSize: ALARM_PAGE_SIZE })

/** Only undecided alarms and real fires are open. */
export const mayBeOpen = ({ verdict }: AlarmSearch) => verdict === undefined || verdict === 0 || verdict === REAL

export const mayBeEnded = ({ verdict }: AlarmSearch) => verdict !== 0

export function readAlarmsAhead(client: QueryClient, search: AlarmSearch): void {
  readAhead(
    client,
    ...(mayBeOpen(search) ? [openList(search)] : []),
    ...(mayBeEnded(search) ? [endedList(search)] : []),
    ...(may('desk', actorOf(currentSession())) ? [dutyContactQuery.list()] : []),
    ...(search.id ? [alarmQuery.one(search.id)] : []),
  )
}
