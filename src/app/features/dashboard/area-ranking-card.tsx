import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { Ranking } from '#app/ui/ranking.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { partsOf } from './dashboard-queries.ts'

export function AreaRankingCard() {
  const ranking = useQuery(partsOf('').areaRanking)
  return (
    <Card title="区域接入率排名" height={556} freshness={<DataTime of={ranking} />}>
      <QueryResult
        of={ranking}
        waiting={
          <Loading>
            <SkeletonText lines={16} />
          </Loading>
        }
      >
        {(rows) => (
          <Ranking
            label="区域接入率排名"
            unit="%"
            rows={rows.map(({ areaName, accessPercentage }) => ({ name: areaName, value: accessPercentage }))}
          />
        )}
      </QueryResult>
    </Card>
  )
}
