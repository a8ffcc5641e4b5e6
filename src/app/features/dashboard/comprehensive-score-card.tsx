import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatPercent, oneDecimal } from '#app/lib/format.ts'
import { SCORE_SENTENCE } from '#app/lib/score-sentence.ts'
import { QueryResult, failAlike } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { Skeleton, SkeletonChart } from '#app/ui/skeleton.tsx'
import { partsOf } from './dashboard-queries.ts'
import { Change } from './month-change.tsx'

const CHART_HEIGHT = 190

/** Always of the whole unit. */
export function ComprehensiveScoreCard({ withChart, actions }: { withChart: boolean; actions?: ReactNode }) {
  const parts = partsOf('')
  const rate = useQuery(parts.rate)
  const trend = useQuery(parts.trend)
  return (
    <Card title="消防综合评分" height={362} freshness={<DataTime of={trend} />} actions={actions}>
      {!failAlike(rate, trend) && (
        <QueryResult of={rate} waiting={<Skeleton className="mb-3 h-16 w-full" />}>
          {({ score, rate: percent }) => (
            <div className="mb-3 min-h-[4rem]">
              {score === null ? (
                '暂无评分：建筑接入并上报数据后开始评分'
              ) : (
                <>
                  <p className="whitespace-nowrap leading-10">
                    <b className="font-figure text-[2.5rem] font-semibold">{oneDecimal(score)}</b> 分
                    {trend.data && (
                      <span className="ml-4 text-ink-soft">
                        较上月 <Change points={trend.data.comparedToLastMonthScore} />
                      </span>
                    )}
                  </p>
                  <p className="mt-1 text-sm text-ink-soft">
                    {SCORE_SENTENCE[2]}
                    {formatPercent(percent)}
                    {SCORE_SENTENCE[3]}
                    {trend.data && (
                      <span className="whitespace-nowrap"> · 全市平均 {oneDecimal(trend.data.avgScore)}</span>
                    )}
                  </p>
                </>
              )}
            </div>
          )}
        </QueryResult>
      )}
      <QueryResult of={trend} waiting={<SkeletonChart height={CHART_HEIGHT} />}>
        {({ avgScore, chart }) =>
          withChart ? (
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
          )
        }
      </QueryResult>
    </Card>
  )
}
