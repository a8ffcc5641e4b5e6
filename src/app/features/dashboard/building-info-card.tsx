import { useQuery } from '@tanstack/react-query'
import { capped, orMissing } from '#app/lib/format.ts'
import { Answer } from '#app/parts/answer.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { useSession } from '#app/session/session.ts'
import { Card } from '#app/ui/card.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { partsOf } from './dashboard-queries.ts'
import { WaitingStats } from './waiting-stats.tsx'

const MOST = 9_999_999

/** The unit, its buildings by how far they are connected, and the units that have settled in them. */
export function BuildingInfoCard() {
  const parts = partsOf('')
  const access = useQuery(parts.buildingAccess)
  const types = useQuery(parts.unitTypes)
  const name = useSession()?.user.companyName
  return (
    <Card title="建筑信息" height={465} freshness={<DataTime of={access} />}>
      <p className="mb-3 flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-base font-semibold">{orMissing(name)}</span>
        <span className="shrink-0 text-sm text-ink-soft">
          建筑 <span className="font-figure text-base text-ink">{capped(access.data?.buildingNum, MOST)}</span> 栋
        </span>
      </p>
      <Answer of={access} waiting={<WaitingStats labels={['已接入', '接入中', '未接入']} />}>
        {(of) => (
          <Stats>
            <Stat label="已接入" value={capped(of.buildingCompleteAccessNumber, MOST)} tone="ok" />
            <Stat label="接入中" value={capped(of.buildingProcessingAccessNumber, MOST)} tone="working" />
            <Stat label="未接入" value={capped(of.buildingUndoneAccessNumber, MOST)} tone="idle" />
          </Stats>
        )}
      </Answer>
      <h3 className="mb-1 mt-6 text-sm text-ink-soft">入驻单位</h3>
      <Answer
        of={types}
        waiting={
          <Loading>
            <Skeleton className="h-44 w-full" />
          </Loading>
        }
      >
        {(list) => {
          const most = Math.max(1, ...list.map(({ count }) => count))
          return (
            <dl className="divide-y divide-line">
              {list.map(({ type, name: word, count }) => (
                <div key={type} className="flex min-h-[2.75rem] items-center gap-3 text-sm">
                  <dt className="w-20 shrink-0">{word}</dt>
                  <dd className="flex min-w-0 flex-1 items-center gap-3">
                    <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
                      <i
                        className="block h-full rounded-full bg-chart-1"
                        style={{ width: `${(count * 100) / most}%` }}
                      />
                    </span>
                    <span className="w-16 text-right font-figure">{capped(count, MOST)} 家</span>
                  </dd>
                </div>
              ))}
            </dl>
          )
        }}
      </Answer>
    </Card>
  )
}
