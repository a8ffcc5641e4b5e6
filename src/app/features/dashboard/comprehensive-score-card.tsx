import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '#app/lib/format.ts'
import { SCORE_SENTENCE } from '#app/lib/score-sentence.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { QueryResult, failAlike } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { partsOf } from './dashboard-queries.ts'
import { WorstBuildings } from './worst-buildings.tsx'

const [clause, rest] = SCORE_SENTENCE[1].split('，')

/** Always of the whole unit. */
export function ComprehensiveScoreCard({ actions }: { actions?: ReactNode }) {
  const parts = partsOf('')
  const rate = useQuery(parts.rate)
  const worst = useQuery(parts.worst)
  return (
    <Card title="消防综合评分" height={362} freshness={<DataTime of={rate} />} actions={actions}>
      {!failAlike(rate, worst) && (
        <QueryResult of={rate} waiting={<Skeleton className="mb-1 h-14 w-full" />}>
          {({ score, rate: percent }) => (
            <p className="mb-1 min-h-[3.5rem] text-base leading-7">
              {score === null ? (
                '暂无评分：建筑接入并上报数据后开始评分'
              ) : (
                <>
                  <span className="inline-block">
                    {SCORE_SENTENCE[0]}
                    <Figure>{formatNumber(score, 1)}</Figure>
                    {clause}，
                  </span>
                  <span className="inline-block">
                    {rest}
                    <Figure>{formatPercent(percent)}</Figure>
                    {SCORE_SENTENCE[2]}
                  </span>
                </>
              )}
            </p>
          )}
        </QueryResult>
      )}
      <div className="flex min-h-[2rem] items-center justify-between text-sm text-ink-soft">
        <h3>严重的在前</h3>
        <BuildingLink
          to={{}}
          className="flex min-h-control min-w-control items-center justify-end text-link hover:underline md:min-h-[2rem]"
        >
          全部建筑
        </BuildingLink>
      </div>
      <WorstBuildings of={worst} className="min-h-[13.75rem] md:min-h-[10.75rem] xl:min-h-[13.5rem]" />
    </Card>
  )
}

function Figure({ children }: { children: ReactNode }) {
  // As high as its skeleton.
  return <strong className="font-figure text-2xl font-semibold leading-[0]">{children}</strong>
}
