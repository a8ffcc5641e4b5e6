import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { may } from '#contract/access.ts'
import { UNCONNECTED } from '#contract/building.ts'
import { capped, orMissing } from '#app/lib/format.ts'
import { QueryResult, failAlike } from '#app/parts/query-result.tsx'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { figureClass } from '#app/ui/figure-class.ts'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { partsOf } from './dashboard-queries.ts'
import { WaitingStats } from './waiting-stats.tsx'

const InformationDialog = lazy(() =>
  import('#app/parts/unit-information/information-dialog.tsx').then((m) => ({ default: m.InformationDialog })),
)

const SettledDialog = onDemand(() => import('./settled-dialog.tsx').then((loaded) => loaded.SettledDialog))

const MOST = 9_999_999

const buildings = (isAccess?: string) => (shown: ReactNode) => (
  <BuildingLink to={isAccess === undefined ? {} : { isAccess }} className={figureClass}>
    {shown}
  </BuildingLink>
)

export function BuildingInfoCard() {
  const parts = partsOf('')
  const access = useQuery(parts.buildingAccess)
  const types = useQuery(parts.unitTypes)
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const [type, setType] = useState('')
  const [isSettledOpen, setSettledOpen] = useState(false)
  const show = (chosen: number) => {
    setType(String(chosen))
    setSettledOpen(true)
  }
  const hasMore = session?.user.lawCompanyId != null && may('unit', actorOf(session))
  return (
    <Card
      title="建筑信息"
      height={465}
      className="md:!h-auto xl:!h-[465px]"
      freshness={<DataTime of={access} />}
      actions={
        hasMore && (
          <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
            更多
          </Button>
        )
      }
    >
      <Suspense fallback={null}>
        {isOpen && <InformationDialog initial={false} onClose={() => setOpen(false)} />}
      </Suspense>
      <p className="mb-3 flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-base font-semibold">{orMissing(session?.user.companyName)}</span>
        <span className="shrink-0 text-sm text-ink-soft">
          建筑{' '}
          <span className="font-figure text-base text-ink">{buildings()(capped(access.data?.buildingNum, MOST))}</span>{' '}
          栋
        </span>
      </p>
      <QueryResult of={access} waiting={<WaitingStats labels={['已接入', '接入中', '未接入']} />}>
        {(of) => (
          <Stats>
            <Stat
              label="已接入"
              value={capped(of.buildingCompleteAccessNumber, MOST)}
              link={buildings('1')}
              tone="ok"
            />
            <Stat
              label="接入中"
              value={capped(of.buildingProcessingAccessNumber, MOST)}
              link={buildings('2')}
              tone="working"
            />
            <Stat
              label="未接入"
              value={capped(of.buildingUndoneAccessNumber, MOST)}
              link={buildings(UNCONNECTED)}
              tone="idle"
            />
          </Stats>
        )}
      </QueryResult>
      {!failAlike(access, types) && (
        <>
          <h3 className="mb-1 mt-6 text-sm text-ink-soft">入驻单位</h3>
          <QueryResult
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
                  {list.map(({ type: code, name: word, count }) => (
                    <div key={code} className="flex min-h-[2.75rem] items-center gap-3 text-sm">
                      <dt className="w-20 shrink-0">{word}</dt>
                      <dd className="flex min-w-0 flex-1 items-center gap-3">
                        <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
                          <i
                            className="block h-full rounded-full bg-chart-1"
                            style={{ width: `${(count * 100) / most}%` }}
                          />
                        </span>
                        <button
                          type="button"
                          className={cx(figureClass, 'min-w-[4rem] whitespace-nowrap font-figure')}
                          onClick={() => show(code)}
                        >
                          {capped(count, MOST)} 家
                        </button>
                      </dd>
                    </div>
                  ))}
                </dl>
              )
            }}
          </QueryResult>
        </>
      )}
      <SettledDialog type={type} onType={setType} open={isSettledOpen} onClose={() => setSettledOpen(false)} />
    </Card>
  )
}
