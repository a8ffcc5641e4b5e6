import { createFileRoute } from '@tanstack/react-router'
import { readStatisticsAhead } from '#app/features/problem-statistics/statistics-queries.ts'
import { StatisticsScreen } from '#app/features/problem-statistics/statistics-screen.tsx'
import { statisticsSearch } from '#app/features/problem-statistics/statistics-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/problemStatistics')({
  staticData: { title: '问题', bare: true, menu: { order: 30, icon: 'problem', access: 'unit' } },
  validateSearch: statisticsSearch,
  beforeLoad: mayOpen('unit'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readStatisticsAhead(context.client, deps),
  component: StatisticsScreen,
})
