import type { QueryClient } from '@tanstack/react-query'
import { ALARM_PAGE_SIZE, type AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fromWireTime } from '#contract/time.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { readAhead } from '#app/data/query-of.ts'
import { kindWord } from '#app/parts/alarm/alarm-words.ts'
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

const DAY_MS = 24 * 60 * 60_000
const PRIORITY_WORDS = ['', '多个设备或手动报警', '重点单位']

const orderWords = (of: AlarmRow, now: Date) => [
  of.verdict === REAL ? '真实火警' : kindWord(of),
  now.getTime() - fromWireTime(of.lastTime).getTime() < DAY_MS ? '24 小时内' : '更早',
  of.state === 'acked' && of.callTime === null ? '已响应' : '未响应',
  of.isFresh ? '即时' : '补传',
  PRIORITY_WORDS[of.priority] ?? '单个设备',
]

export function groupsOf(alarms: readonly AlarmRow[], now: Date): ReadonlyMap<string, string> {
  const words = alarms.map((of) => orderWords(of, now))
  const told = words.map((all) => all.filter((word, at) => words.some((other) => other[at] !== word)).join(' · '))
  return new Map(
    alarms.flatMap(({ id }, at) => {
      const head = told[at]
      return head && head !== told[at - 1] ? [[id, head] as const] : []
    }),
  )
}
