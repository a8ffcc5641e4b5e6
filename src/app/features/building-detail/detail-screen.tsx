import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense, useDeferredValue } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { CallError } from '#app/lib/call.ts'
import { MissingBuilding } from '#app/parts/missing-building.tsx'
import { OpenAlarms } from '#app/parts/open-alarms.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BaseInfoTab } from './base-info-tab.tsx'
import { tabOf, type Tab } from './building-queries.ts'
import { DetailHeader } from './detail-header.tsx'
import { DetailTabs } from './detail-tabs.tsx'

// Most view the first tab only.
const ShelfNotice = lazy(() =>
  import('#app/parts/shelf-notice.tsx').then((loaded) => ({ default: loaded.ShelfNotice })),
)
const PointsTab = lazy(() => import('./points-tab.tsx').then((loaded) => ({ default: loaded.PointsTab })))
const PlansTab = lazy(() => import('./plans-tab.tsx').then((loaded) => ({ default: loaded.PlansTab })))
const ScoreTab = lazy(() => import('./score-tab.tsx').then((loaded) => ({ default: loaded.ScoreTab })))
const StateTab = lazy(() => import('./state-tab.tsx').then((loaded) => ({ default: loaded.StateTab })))
const TodoTab = lazy(() => import('./todo-tab.tsx').then((loaded) => ({ default: loaded.TodoTab })))

interface DetailScreenProps {
  readonly id: string
  readonly canEdit: boolean
  readonly tabName: string
  readonly point?: string | undefined
  readonly floor?: string | undefined
  readonly iot?: (building: BuildingDetail) => ReactNode
}

/** Building detail: header and tabs. Source: document 2, section 2. */
export function DetailScreen({ id, canEdit, tabName, point, floor, iot }: DetailScreenProps) {
  const detail = useQuery(buildingDetailQuery.detail(id))
  const asked = tabOf(tabName)
  const tab = asked === 'iotInfo' && !iot ? 'baseInfo' : asked
  // The tab is highlighted at once; its content renders deferred.
  const drawn = useDeferredValue(tab)
  const headOf = (building: BuildingDetail) => (
    <>
      <Suspense fallback={null}>
        <ShelfNotice buildingId={building.buildingId} />
      </Suspense>
      <DetailHeader building={building} canEdit={canEdit} isTab answer={detail} />
    </>
  )
  if (detail.error instanceof CallError && detail.error.code === 404) return <MissingBuilding />
  return (
    <QueryResult of={detail} waiting={<HeaderComing />}>
      {(building) => (
        // An alarm's strip comes with the page, never after it.
        <OpenAlarms
          buildingId={building.buildingId}
          waiting={building.alarmNum ? <HeaderComing /> : undefined}
          isBrief={tab === 'stateInfo'}
          className="max-md:-mx-3 max-md:-mt-2 max-md:mb-0 max-md:rounded-none md:order-last md:!mb-1 md:mt-3"
          head={headOf(building)}
        >
          <DetailTabs
            id={id}
            canEdit={canEdit}
            current={tab}
            withIot={iot !== undefined}
            problems={building.exceptionNum}
          />
          <Suspense fallback={<HeaderComing />}>
            <TabPanel tab={drawn} building={building} canEdit={canEdit} point={point} floor={floor} iot={iot} />
          </Suspense>
        </OpenAlarms>
      )}
    </QueryResult>
  )
}

const TabPanel = memo(function TabPanel({
  tab,
  building,
  canEdit,
  point,
  floor,
  iot,
}: {
  tab: Tab
  building: BuildingDetail
  canEdit: boolean
  point: string | undefined
  floor: string | undefined
  iot: DetailScreenProps['iot']
}) {
  switch (tab) {
    case 'stateInfo':
      return <StateTab building={building} canEdit={canEdit} withIot={iot !== undefined} />
    case 'iotInfo':
      return <>{iot?.(building)}</>
    case 'pointInfo':
      return <PointsTab key={point} building={building} canEdit={canEdit} search={point} />
    case 'planInfo':
      return <PlansTab key={point} building={building} canEdit={canEdit} floor={floor} point={point} />
    case 'scoreInfo':
      return <ScoreTab buildingId={building.buildingId} canEdit={canEdit} />
    case 'todoInfo':
      return <TodoTab buildingId={building.buildingId} />
    case 'baseInfo':
      return <BaseInfoTab building={building} canEdit={canEdit} />
  }
})

function HeaderComing() {
  return (
    <Loading className="rounded-md border border-line bg-panel p-4">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="mt-3 h-4 w-1/2" />
      <Skeleton className="mt-3 h-4 w-1/3" />
      <Skeleton className="mt-6 h-64 w-full" />
    </Loading>
  )
}
