import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuthorityArea } from '#app/data/authority.ts'
import { scoreQuery } from '#app/data/score.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, SkeletonChart } from '#app/ui/skeleton.tsx'

const HEIGHT = 276

/** Source: document 2, section 2. */
export const dayNumber = (day: string) => String(Number(day.slice(8)))

const SCALES = [
  { value: 'range', label: '看变化' },
  { value: 'whole', label: '0–100' },
] as const

export function ScoreLineCard({ area }: { readonly area: AuthorityArea }) {
  const trend = useQuery(scoreQuery.overview({ ...area, days: 30 }))
  const [scale, setScale] = useState<(typeof SCALES)[number]['value']>('range')
  const waiting = (
    <Loading>
      <SkeletonChart height={HEIGHT} />
    </Loading>
  )
  return (
    <Card
      title="近 30 天评分曲线"
      height={362}
      className="md:col-span-2"
      freshness={<DataTime of={trend} />}
      actions={<Segmented label="刻度" options={SCALES} value={scale} onChange={setScale} />}
    >
      <QueryResult of={trend} waiting={waiting}>
        {({ avgScore, chart }) => (
          <LineChart
            label="近 30 天评分曲线"
            series={[
              { name: '评分', points: chart.map((day) => ({ label: dayNumber(day.dateTime), value: day.score })) },
            ]}
            averageLine={avgScore === null ? undefined : { value: avgScore, label: '全市平均' }}
            height={HEIGHT}
            isScore
            {...(scale === 'whole' && { min: 0, max: 100 })}
            unit="分"
          />
        )}
      </QueryResult>
    </Card>
  )
}
