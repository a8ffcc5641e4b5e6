import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '#app/lib/format.ts'
import { SCORE_SENTENCE } from '#app/lib/score-sentence.ts'
import { QueryResult, failAlike } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { Loading, Skeleton, SkeletonChart } from '#app/ui/skeleton.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { partsOf } from './dashboard-queries.ts'
import { MonthChange } from './month-change.tsx'
import { WaitingStats } from './waiting-stats.tsx'

const CHART_HEIGHT = 150

/** Always of the whole unit. */
export function ComprehensiveScoreCard({ withChart, actions }: { withChart: boolean; actions?: ReactNode }) {
  const parts = partsOf('')
  const rate = useQuery(parts.rate)
  const trend = useQuery(parts.trend)
  return (
    <Card title="消防综合评分" height={362} freshness={<DataTime of={trend} />} actions={actions}>
      {!failAlike(rate, trend) && (
        <QueryResult of={rate} waiting={<Skeleton className="mb-1 h-14 w-full" />}>
          {({ score, rate: percent }) => (
            <p className="mb-1 min-h-[3.5rem] text-base leading-7 [text-wrap:balance] [word-break:keep-all]">
              {score === null ? (
                '暂无评分：建筑接入并上报数据后开始评分'
              ) : (
                <>
                  {SCORE_SENTENCE[0]}
                  <Figure>{formatNumber(score, 1)}</Figure>
                  {SCORE_SENTENCE[1]}
                  <Figure>{formatPercent(percent)}</Figure>
                  {SCORE_SENTENCE[2]}
                </>
              )}
            </p>
          )}
        </QueryResult>
      )}
      <QueryResult of={trend} waiting={<Waiting />}>
        {({ avgScore, comparedToLastMonthScore, chart }) => (
          <>
            <Stats className="mb-3">
              <Stat label="全市平均" value={formatNumber(avgScore, 1)} unit="分" />
              <MonthChange points={comparedToLastMonthScore} />
            </Stats>
            {withChart ? (
              <LineChart
                label="近 7 天综合评分"
                series={[
                  { name: '评分', points: chart.map((day) => ({ label: day.dateTime.slice(5), value: day.score })) },
                ]}
                averageLine={avgScore === null ? undefined : { value: avgScore, label: '全市平均' }}
                height={CHART_HEIGHT}
                isScore
                hidesLastValue
                unit="分"
              />
            ) : (
              <SkeletonChart height={CHART_HEIGHT} />
            )}
          </>
        )}
      </QueryResult>
    </Card>
  )
}

function Figure({ children }: { children: ReactNode }) {
  // As high as its skeleton.
  return <strong className="font-figure text-lg font-semibold leading-[0]">{children}</strong>
}

function Waiting() {
  return (
    <Loading>
      <WaitingStats labels={['全市平均', '较上月']} />
      <div className="mt-3">
        <SkeletonChart height={CHART_HEIGHT} />
      </div>
    </Loading>
  )
}
