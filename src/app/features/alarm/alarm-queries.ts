import type { QueryClient } from '@tanstack/react-query'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { readAhead } from '#app/data/query-of.ts'
import type { AlarmSearch } from './alarm-search.ts'

export const listOf = ({ all, building = '' }: AlarmSearch, currentPage = 1, pageSize: number = ALARM_PAGE_SIZE) =>
  alarmQuery.list({ buildingId: building, open: all ? undefined : 1, currentPage, pageSize })

export function readAlarmsAhead(client: QueryClient, search: AlarmSearch): void {
  readAhead(client, listOf(search), ...(search.id ? [alarmQuery.one(search.id)] : []))
}
