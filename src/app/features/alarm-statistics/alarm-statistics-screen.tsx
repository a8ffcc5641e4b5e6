import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { cx } from '#app/ui/cx.ts'
import { FalseRanking } from './false-ranking.tsx'
import { RANKING_ID } from './pick-link.tsx'
import { PickedAlarms } from './picked-alarms.tsx'
import {
  CauseFigures,
  FloodFigures,
  hasCauses,
  hasFloods,
  isUntimed,
  NoFigures,
  ResultFigures,
  TimeFigures,
} from './statistics-figures.tsx'
import { StatisticsFilters } from './statistics-filters.tsx'
import { summaryOf } from './statistics-queries.ts'
import { TrendCard } from './trend-card.tsx'
import type { AlarmStatisticsSearch } from './statistics-search.ts'

const route = getRouteApi('/_shell/alarms_/statistics')

export function AlarmStatisticsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const summary = useQuery(summaryOf(search))
  const change = (next: AlarmStatisticsSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const figures = (found: typeof summary.data) => (
    <div className="grid gap-3">
      <div className={cx('grid gap-3', !isUntimed(found) && 'xl:grid-cols-2')}>
        <ResultFigures search={search} summary={found} freshness={<DataTime of={summary} />} />
        {!isUntimed(found) && <TimeFigures search={search} summary={found} />}
      </div>
      <TrendCard search={search} summary={found} />
      {(hasCauses(found) || hasFloods(found)) && (
        <div className={cx('grid gap-3', hasCauses(found) && hasFloods(found) && 'md:grid-cols-2')}>
          {hasCauses(found) && <CauseFigures search={search} summary={found} />}
          {hasFloods(found) && <FloodFigures search={search} summary={found} />}
        </div>
      )}
    </div>
  )
  return (
    <>
      <StatisticsFilters search={search} onChange={change} />
      <Fragment key={String(isUntimed(summary.data))}>
        <QueryResult of={summary} waiting={figures(undefined)}>
          {figures}
        </QueryResult>
        <div id={RANKING_ID} className="mt-3">
          <FalseRanking search={search} onChange={(some) => change({ ...search, ...some })} />
        </div>
        {!summary.isError && <NoFigures search={search} summary={summary.data} />}
        <PickedAlarms search={search} onChange={change} />
      </Fragment>
    </>
  )
}
