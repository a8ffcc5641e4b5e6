import { useQuery } from '@tanstack/react-query'
import { curveQuery } from '#app/data/curve.ts'
import { formatNumber } from '#app/lib/format.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Card } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, SkeletonChart } from '#app/ui/skeleton.tsx'

const HEIGHT = 200

function Change({ scores, now }: { scores: readonly number[]; now: number }) {
  const [first, ...later] = scores
  const last = later[later.length - 1]
  if (first === undefined || last === undefined) return <>现在 {formatNumber(now, 1)} 分</>
  const change = last - first
  const words = change === 0 ? '评分未变' : `${change < 0 ? '降' : '升'} ${formatNumber(Math.abs(change), 1)} 分`
  return (
    <>
      30 天内
      <b className={cx('font-semibold', change < 0 ? 'text-attention-ink' : change > 0 && 'text-ok-ink')}>{words}</b>（
      {formatNumber(first, 1)} → {formatNumber(last, 1)}）
    </>
  )
}

export function ScoreTrendCard({ buildingId }: { buildingId: string }) {
  const trend = useQuery(curveQuery.score(buildingId))
  const waiting = (
    <Loading>
      <SkeletonChart height={HEIGHT + 28} />
    </Loading>
  )
  return (
    <Card title="近 30 天评分" freshness={<DataTime of={trend} />}>
      <QueryResult of={trend} waiting={waiting}>
        {({ totalScore, avgScore, chart }) => (
          <>
            <p className="h-7 text-sm text-ink-soft">
              {totalScore === null ? (
                '暂无评分：接入并上报数据后开始评分'
              ) : (
                <Change scores={chart.flatMap(({ score }) => score ?? [])} now={totalScore} />
              )}
            </p>
            <LineChart
              label="近 30 天评分"
              series={[
                {
                  name: '评分',
                  points: chart.map(({ dateTime, score }) => ({ label: dateTime.slice(5), value: score })),
                },
              ]}
              averageLine={avgScore === null ? undefined : { value: avgScore, label: '全市平均' }}
              height={HEIGHT}
              isScore
              unit="分"
            />
          </>
        )}
      </QueryResult>
    </Card>
  )
}
