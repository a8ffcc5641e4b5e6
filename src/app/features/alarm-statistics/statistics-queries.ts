import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import { may } from '#contract/access.ts'
import type { StatisticsSummary } from '#contract/alarm-statistics.ts'
import { addDays, fromWireTime, shanghaiDay, toWireTime } from '#contract/time.ts'
import { alarmStatisticsQuery } from '#app/data/alarm-statistics.ts'
import { serverNow } from '#app/offline/connection.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import type { AlarmStatisticsSearch } from './statistics-search.ts'

export const USUAL_DAYS = 30
export const RANKING_SIZE = 5
const MOST_COMPARED = 183

export function lastDays(days: number): { from: string; to: string } {
  const today = shanghaiDay(new Date(serverNow() ?? Date.now()))
  return { from: `${addDays(today, 1 - days)} 00:00:00`, to: `${today} 23:59:59` }
}

export function periodOf({ from, to }: AlarmStatisticsSearch): { from: string; to: string } {
  const usual = lastDays(USUAL_DAYS)
  return { from: from ?? (to ? '' : usual.from), to: to ?? usual.to }
}

const baseOf = (search: AlarmStatisticsSearch) => {
  const { from, to } = periodOf(search)
  return { startTime: from, endTime: to, countyNo: search.county ?? '', buildingId: search.building ?? '' }
}

export const summaryOf = (search: AlarmStatisticsSearch) => alarmStatisticsQuery.summary(baseOf(search))

const DAY_MS = 86_400_000

export const daysOf = ({ startTime, endTime }: Pick<StatisticsSummary, 'startTime' | 'endTime'>) =>
  (fromWireTime(endTime).getTime() + 1000 - fromWireTime(startTime).getTime()) / DAY_MS

export function summaryBefore(search: AlarmStatisticsSearch, summary: StatisticsSummary | undefined) {
  const days = summary ? daysOf(summary) : 0
  const start = summary ? fromWireTime(summary.startTime).getTime() : 0
  const [from, to] = [start - days * DAY_MS, start - 1000].map((at) => toWireTime(new Date(at)))
  return { ...summaryOf({ ...search, from, to }), enabled: Number.isInteger(days) && days > 0 && days <= MOST_COMPARED }
}

export const pickedFilter = (search: AlarmStatisticsSearch) => {
  const base = baseOf(search)
  return {
    ...base,
    startTime: search.since ?? base.startTime,
    endTime: search.until ?? base.endTime,
    pick: search.pick ?? 'all',
    cause: search.cause ?? '',
    pointId: search.point ?? '',
  } as const
}

export const listOfPicked = (search: AlarmStatisticsSearch) =>
  alarmStatisticsQuery.list({ ...pickedFilter(search), currentPage: search.page ?? 1, pageSize: ALARM_PAGE_SIZE })

export const rankedBy = ({ by }: AlarmStatisticsSearch) =>
  by ?? (may('gov', actorOf(currentSession())) ? 'building' : 'device')

export const rankingFilter = (search: AlarmStatisticsSearch) => ({ ...baseOf(search), by: rankedBy(search) })

export const rankingOf = (search: AlarmStatisticsSearch) =>
  alarmStatisticsQuery.ranking({ ...rankingFilter(search), currentPage: search.rank ?? 1, pageSize: RANKING_SIZE })

export function mostFalseOf(search: AlarmStatisticsSearch) {
  const { rank: _, ...first } = search
  return rankingOf(first)
}
