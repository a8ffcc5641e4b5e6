import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { totalStatus } from '#contract/dict/connection-states.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { CallError } from '#app/lib/call.ts'
import { orMissing } from '#app/lib/format.ts'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { MissingBuilding } from '#app/parts/missing-building.tsx'
import { useNamePage } from '#app/parts/page-title.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ScoreBlock } from '#app/parts/score-block.tsx'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingRecords } from './building-records.tsx'

export function WlwScreen({ id }: { id: string }) {
  const detail = useQuery(buildingDetailQuery.detail(id))
  useNamePage(detail.data?.name)
  const isOnDuty = useMay('duty')
  if (detail.error instanceof CallError && detail.error.code === 404) return <MissingBuilding />
  return (
    <QueryResult of={detail} waiting={<HeaderComing />}>
      {(building) => {
        const { pointNum, offlineNum } = building
        const address = orMissing(building.addressDetail ?? building.address)
        return (
          <>
            <section
              aria-label="建筑概要"
              className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-md border border-line bg-panel px-4 py-2 md:mb-3"
            >
              <div className="flex min-w-0 flex-1 items-center gap-x-3">
                <Link
                  to="/buildDetail/$id/$canEdit/$tabName"
                  params={{ id, canEdit: '0', tabName: 'scoreInfo' }}
                  className="shrink-0 rounded-lg hover:opacity-90"
                >
                  <ScoreBlock score={building.safetyScore} alarms={building.alarmNum} />
                </Link>
                <div className="min-w-0 flex-1">
                  <h2 className="break-words text-xl max-md:sr-only">{building.name}</h2>
                  <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
                    {pointNum !== undefined && (
                      <span className="whitespace-nowrap">
                        {pointNum - (offlineNum ?? 0)} / {pointNum} 在线
                      </span>
                    )}
                    <span className="max-md:hidden">{address}</span>
                    <Total building={building} />
                  </p>
                </div>
              </div>
              <div className="flex items-center gap-3">
                {!isOnDuty && <ConditionMarks of={{ alarmNum: building.alarmNum }} />}
                <span className="md:order-first">
                  <DataTime of={detail} />
                </span>
                <ToBuilding id={building.buildingId} />
              </div>
            </section>
            <BuildingRecords buildingId={building.buildingId} relationId={building.relationId ?? building.buildingId} />
          </>
        )
      }}
    </QueryResult>
  )
}

function ToBuilding({ id }: { readonly id: string }) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id, canEdit: '1', tabName: 'stateInfo' }}
      className="relative whitespace-nowrap text-link hover:underline touch:after:absolute touch:after:-inset-3"
    >
      建筑详情
      <ChevronRightIcon className="-ml-0.5 inline" />
    </Link>
  )
}

function Total({ building }: { building: BuildingDetail }) {
  const { accessStatus: access, exceptionNum } = building
  const total = totalOf(access, exceptionNum)
  if (total === null) return <Badge tone={accessStatus.tone(access)}>{accessStatus.label(access)}</Badge>
  if (total !== ABNORMAL) return <Badge tone={totalStatus.tone(total)}>{totalStatus.label(total)}</Badge>
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: building.buildingId, canEdit: '1', tabName: 'todoInfo' }}
      title="查看未解决的问题"
      className="relative rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-solid touch:after:absolute touch:after:-inset-3"
    >
      <Badge look="plain" tone={totalStatus.tone(total)}>
        {exceptionNum} 个问题未解决
        <ChevronRightIcon className="-ml-1" />
      </Badge>
    </Link>
  )
}

const ABNORMAL = 2

function totalOf(access: number | null, exceptions: number): 0 | 1 | 2 | null {
  if (access === 0) return 0
  if (exceptions > 0) return ABNORMAL
  return access === 1 ? 1 : null
}

function HeaderComing() {
  return (
    <Loading>
      <Skeleton className="mb-3 h-[5.25rem]" />
      <Skeleton className="h-[32rem]" />
    </Loading>
  )
}
