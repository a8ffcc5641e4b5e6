import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense, useDeferredValue } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { CallError } from '#app/lib/call.ts'
import { Answer } from '#app/parts/answer.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BaseInfoTab } from './base-info-tab.tsx'
import { tabOf, type Tab } from './building-queries.ts'
import { DetailHeader } from './detail-header.tsx'
import { DetailTabs } from './detail-tabs.tsx'

// Fetched when first chosen: most who open a building look at its first tab alone.
const OpenAlarms = lazy(() => import('./open-alarms.tsx').then((loaded) => ({ default: loaded.OpenAlarms })))
const PointsTab = lazy(() => import('./points-tab.tsx').then((loaded) => ({ default: loaded.PointsTab })))
const ScoreTab = lazy(() => import('./score-tab.tsx').then((loaded) => ({ default: loaded.ScoreTab })))
const TodoTab = lazy(() => import('./todo-tab.tsx').then((loaded) => ({ default: loaded.TodoTab })))

interface DetailScreenProps {
  readonly id: string
  readonly canEdit: boolean
  readonly tabName: string
  /** What the tab of IoT data shows; without it there is no such tab. */
  readonly iot?: (building: BuildingDetail) => ReactNode
}

/** A building: who and what it is at the head, the rest in tabs. Source: document 2, section 2. */
export function DetailScreen({ id, canEdit, tabName, iot }: DetailScreenProps) {
  const detail = useQuery(buildingDetailQuery.detail(id))
  const asked = tabOf(tabName)
  const tab = asked === 'iotInfo' && !iot ? 'baseInfo' : asked
  // The tab says at once that it was chosen; what it holds is drawn behind that.
  const drawn = useDeferredValue(tab)
  if (detail.error instanceof CallError && detail.error.code === 404) return <ErrorScreen kind="missing" />
  return (
    <Answer of={detail} waiting={<HeaderComing />}>
      {(building) => (
        <>
          <Suspense fallback={null}>
            <OpenAlarms buildingId={building.buildingId} />
          </Suspense>
          <DetailHeader building={building} canEdit={canEdit} answer={detail} />
          <DetailTabs id={id} canEdit={canEdit} current={tab} withIot={iot !== undefined} />
          <Suspense fallback={<HeaderComing />}>
            <TabPanel tab={drawn} building={building} canEdit={canEdit} iot={iot} />
          </Suspense>
        </>
      )}
    </Answer>
  )
}

const TabPanel = memo(function TabPanel({
  tab,
  building,
  canEdit,
  iot,
}: {
  tab: Tab
  building: BuildingDetail
  canEdit: boolean
  iot: DetailScreenProps['iot']
}) {
  switch (tab) {
    case 'iotInfo':
      return <>{iot?.(building)}</>
    case 'pointInfo':
      return <PointsTab building={building} canEdit={canEdit} />
    case 'scoreInfo':
      return <ScoreTab buildingId={building.buildingId} />
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
