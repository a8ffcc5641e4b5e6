import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { recordQuery } from '#app/data/record.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingRecords } from './building-records.tsx'
import { ConnectionChecklist } from './connection-checklist.tsx'
import { countConnected } from './connected.ts'

/** Connected, or formerly. Source: document 2, section 2. */
const WITH_DATA: readonly (number | null)[] = [1, 3]

export function IotDataTab({ building }: { building: BuildingDetail }) {
  const { buildingId, relationId, accessStatus } = building
  if (WITH_DATA.includes(accessStatus))
    return <BuildingRecords buildingId={buildingId} relationId={relationId ?? buildingId} />
  return <Connection buildingId={buildingId} />
}

function Connection({ buildingId }: { buildingId: string }) {
  const must = useQuery(recordQuery.must(buildingId))
  return (
    <QueryResult of={must} waiting={<ChecklistComing />}>
      {(groups) => {
        const { must: owed } = countConnected(groups)
        return (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="text-base text-ink">
                必接项已接入 <span className="font-figure font-semibold">{owed.connected}</span> / {owed.all}
                ，全部接入后显示物联网数据
              </p>
              <DataTime of={must} />
              <Link to="/deviceTest" search={{ id: buildingId }} className={buttonClass({ size: 'small' })}>
                接入自检
              </Link>
            </div>
            <ConnectionChecklist buildingId={buildingId} groups={groups} />
          </>
        )
      }}
    </QueryResult>
  )
}

export function ChecklistComing() {
  return (
    <Loading className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
      {[0, 1, 2].map((at) => (
        <Skeleton key={at} className="h-72" />
      ))}
    </Loading>
  )
}
