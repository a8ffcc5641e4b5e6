import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { totalStatus } from '#contract/dict/connection-states.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { CallError } from '#app/lib/call.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { MissingBuilding } from '#app/parts/missing-building.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingRecords } from './building-records.tsx'

export type WlwHead = (
  building: BuildingDetail,
  answer: UseQueryResult,
  links: ReactNode,
  aside: ReactNode,
) => ReactNode

interface WlwScreenProps {
  readonly id: string
  readonly head: WlwHead
}

export function WlwScreen({ id, head }: WlwScreenProps) {
  const detail = useQuery(buildingDetailQuery.detail(id))
  const isWide = useMedia(WIDE)
  if (detail.error instanceof CallError && detail.error.code === 404) return <MissingBuilding />
  return (
    <QueryResult of={detail} waiting={<HeaderComing />}>
      {(building) => {
        const leads = (
          <>
            <Total building={building} />
            <ToBuilding id={building.buildingId} />
          </>
        )
        return (
          <>
            {head(building, detail, <PhoneLinks of={building} />, isWide && leads)}
            <p className="flex items-center justify-between gap-3 border-line bg-panel text-sm max-md:-mx-3 max-md:mb-2 max-md:h-[9px] max-md:border-b md:mb-3 md:max-xl:-mt-2 md:max-xl:min-h-control md:rounded-b-md md:max-xl:border md:max-xl:border-t-0 md:px-4 max-md:[&>*]:hidden">
              {!isWide && leads}
            </p>
            <BuildingRecords buildingId={building.buildingId} relationId={building.relationId ?? building.buildingId} />
          </>
        )
      }}
    </QueryResult>
  )
}

const ON_PHONES = cx(buttonClass({ size: 'small' }), 'md:hidden')

function PhoneLinks({ of: { buildingId: id, exceptionNum } }: { of: BuildingDetail }) {
  return (
    <>
      <Link
        to="/buildDetail/$id/$canEdit/$tabName"
        params={{ id, canEdit: '1', tabName: 'stateInfo' }}
        className={ON_PHONES}
      >
        建筑详情
      </Link>
      {exceptionNum > 0 && (
        <Link
          to="/buildDetail/$id/$canEdit/$tabName"
          params={{ id, canEdit: '1', tabName: 'todoInfo' }}
          className={ON_PHONES}
        >
          未解决的问题 {exceptionNum}
        </Link>
      )}
    </>
  )
}

function ToBuilding({ id }: { readonly id: string }) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id, canEdit: '1', tabName: 'stateInfo' }}
      className="relative whitespace-nowrap font-medium text-link hover:underline touch:after:absolute touch:after:-inset-3"
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
