import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { may } from '#contract/access.ts'
import type { BuildingDetail } from '#contract/building-detail.ts'
import type { FloorRow } from '#contract/floor-plan.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { floorPlanQuery } from '#app/data/floor-plan.ts'
import { latestOf } from '#app/parts/alarm/alarm-device.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { wholeFloors } from '#app/parts/floor-plan/whole-floors.ts'
import { useFireLeads } from '#app/parts/problem/use-fire-leads.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { PrintIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { FloorStack } from './floor-stack.tsx'
import { FloorView } from './floor-view.tsx'
import { PlanAlarms } from './plan-alarms.tsx'

interface PlansTabProps {
  readonly building: BuildingDetail
  readonly canEdit: boolean
  readonly floor: string | undefined
  /** Id of a point to show. */
  readonly point: string | undefined
}

const WAITING = (
  <Loading>
    <SkeletonText lines={8} />
  </Loading>
)

const firstOf = (floors: readonly FloorRow[]) =>
  floors.find(({ alarms }) => alarms > 0) ?? floors.find(({ plan }) => plan) ?? floors.find(({ floor }) => floor !== '')

export function PlansTab({ building, canEdit, floor, point }: PlansTabProps) {
  const { buildingId } = building
  const actor = actorOf(useSession())
  const mayEdit = may('unit', actor) && canEdit
  const list = useQuery(floorPlanQuery.list(buildingId))
  const [chosen, setChosen] = useState(floor)
  const [picked, setPicked] = useState(point)
  const choose = (to: string, of?: string) => {
    setChosen(to)
    setPicked(of)
  }
  const floors = wholeFloors(list.data?.floors ?? [], building)
  const burning = floors.filter(({ alarms }) => alarms > 0)
  const open = useQuery({ ...alarmQuery.openOf(buildingId), enabled: may('duty', actor) })
  const leads = useFireLeads(buildingId)
  const latest = open.data?.list.map(latestOf) ?? []
  const urgent = latest.flatMap((alarm) => burning.filter((one) => one.floor === alarm.floor))[0]
  const shown = floors.find((one) => one.floor === chosen) ?? urgent ?? firstOf(floors) ?? floors[0]
  const elsewhere = (
    <PlanAlarms buildingId={buildingId} floors={burning.filter((one) => one !== shown)} onChoose={choose} />
  )
  const named = floors.filter((one) => one.floor !== '')
  const client = useQueryClient()
  const { busy, run } = useAsyncAction()
  const [paper, setPaper] = useState<ReactNode>(null)
  const planned = floors.filter(({ plan }) => plan).map((one) => one.floor)
  const printAll = () =>
    run(async () => {
      const { PrintFloors, readSheets } = await import('./print-floors.tsx')
      const sheets = await readSheets(client, buildingId, planned)
      flushSync(() => setPaper(<PrintFloors sheets={sheets} />))
      addEventListener('afterprint', () => setPaper(null), { once: true })
      window.print()
    }, '平面图未取得，请联网后重试')
  return (
    <Card title="平面图" isNamed>
      {paper}
      <QueryResult of={list} waiting={WAITING}>
        {() =>
          leads.isLoading && chosen === undefined ? (
            WAITING
          ) : shown ? (
            <div className={cx('flex min-w-0 flex-col gap-2 md:flex-row md:gap-4', paper !== null && 'not-printed')}>
              <div className="flex min-w-0 flex-col gap-2 md:w-60 md:shrink-0 xl:w-72">
                <div className="not-printed flex flex-wrap items-center gap-2 empty:hidden">
                  {planned.length > 0 && (
                    <Button size="small" icon={<PrintIcon />} busy={busy} onClick={() => void printAll()}>
                      打印全部楼层
                    </Button>
                  )}
                  <DataTime of={list} isLast />
                </div>
                <FloorStack floors={floors} chosen={shown.floor} onChoose={choose} />
              </div>
              <div className="min-w-0 flex-1">
                <div className="floor-pane">
                  <FloorView
                    key={`${shown.floor} ${picked ?? ''}`}
                    buildingId={buildingId}
                    place={building.name}
                    floor={shown.floor}
                    count={shown.points}
                    mayEdit={mayEdit}
                    point={shown.floor === chosen ? picked : undefined}
                    uploaded={{ count: planned.length, of: named.length }}
                    elsewhere={elsewhere}
                    onEdit={() => setChosen(shown.floor)}
                  />
                </div>
              </div>
            </div>
          ) : (
            <Empty title="该建筑暂无点位" hint="点位填写楼层后，可按楼层上传平面图" />
          )
        }
      </QueryResult>
    </Card>
  )
}
