import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryResult } from '#app/parts/query-result.tsx'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { DonutChart } from '#app/ui/chart.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { figureClass } from '#app/ui/figure-class.ts'
import { Loading, SkeletonRing, SkeletonText } from '#app/ui/skeleton.tsx'
import { foldSmallest } from './fold-smallest.ts'
import { partsOf } from './dashboard-queries.ts'

/** Source: document 1. */
const MOST = 11
const HEIGHT = 478

export function ProviderCard() {
  const [isUnfolded, setUnfolded] = useState(false)
  const unfold = (shown: ReactNode) => (
    <button type="button" className={figureClass} title="逐家列出" onClick={() => setUnfolded(true)}>
      {shown}
    </button>
  )
  const providers = useQuery(partsOf('').providers)
  return (
    <Card
      title="服务商占比"
      height={556}
      className="md:col-span-2 md:!h-auto xl:col-span-1 xl:!h-[556px]"
      freshness={<DataTime of={providers} />}
    >
      <QueryResult of={providers} waiting={<Waiting />}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="暂无服务商" hint="建筑绑定服务商后，这里显示各服务商的建筑数量" />
          ) : (
            <DonutChart
              label="服务商占比"
              parts={(isUnfolded ? list : foldSmallest(list, MOST)).map((part) => ({
                ...part,
                link: 'percentage' in part ? buildingsOf(part.id) : unfold,
              }))}
              height={HEIGHT}
              unit="栋"
              stacked
            />
          )
        }
      </QueryResult>
    </Card>
  )
}

const buildingsOf = (isvId: string | undefined) =>
  isvId === undefined
    ? undefined
    : (shown: ReactNode) => (
        <BuildingLink to={{ isvId }} className={figureClass}>
          {shown}
        </BuildingLink>
      )

function Waiting() {
  return (
    <Loading className="flex flex-col items-center">
      <SkeletonRing size={168} />
      <div className="mt-6 w-full">
        <SkeletonText lines={6} />
      </div>
    </Loading>
  )
}
