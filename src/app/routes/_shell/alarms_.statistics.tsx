import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#app/data/query-of.ts'
import { AlarmStatisticsScreen } from '#app/features/alarm-statistics/alarm-statistics-screen.tsx'
import { listOfPicked, rankingOf, summaryOf } from '#app/features/alarm-statistics/statistics-queries.ts'
import { alarmStatisticsSearch } from '#app/features/alarm-statistics/statistics-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/alarms_/statistics')({
  staticData: { title: '火警统计', under: '/alarms' },
  validateSearch: alarmStatisticsSearch,
  beforeLoad: mayOpen('duty'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAhead(context.client, summaryOf(deps), rankingOf(deps), listOfPicked(deps)),
  component: AlarmStatisticsScreen,
})
