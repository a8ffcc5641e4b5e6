import { useQuery } from '@tanstack/react-query'
import type { AuthorityArea } from '#app/data/authority.ts'
import { scoreQuery } from '#app/data/score.ts'
import { Answer } from '#app/parts/answer.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { Loading, SkeletonChart } from '#app/ui/skeleton.tsx'

const HEIGHT = 380

/** Under the authority's score line stand the days' numbers alone. Source: document 2, section 2. */
export const dayNumber = (day: string) => String(Number(day.slice(8)))

/** A month of an area's score, day by day from 0 to 100, with the city's mean across. */
export function ScoreLineCard({ area }: { readonly area: AuthorityArea }) {
  const trend = useQuery(scoreQuery.overview({ ...area, days: 30 }))
  const waiting = (
    <Loading>
      <SkeletonChart height={HEIGHT} />
    </Loading>
  )
  return (
    <Card title="近30天评分曲线" height={465} freshness={<DataTime of={trend} />}>
      <Answer of={trend} waiting={waiting}>
        {({ avgScore, chart }) => (
          <LineChart
            label="近30天评分曲线"
            series={[
              { name: '评分', points: chart.map((day) => ({ label: dayNumber(day.dateTime), value: day.score })) },
            ]}
            averageLine={avgScore === null ? undefined : { value: avgScore, label: '全市平均' }}
            height={HEIGHT}
            min={0}
            max={100}
            unit="分"
          />
        )}
      </Answer>
    </Card>
  )
}
