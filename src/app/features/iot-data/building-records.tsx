import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Item, ItemGroup } from '#contract/record.ts'
import { type ListType, recordQuery } from '#app/data/record.ts'
import { LARGE, useMedia } from '#app/lib/use-media.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { ItemMenu, ItemSelect } from './item-menu.tsx'
import { PagedRecords } from './paged-records.tsx'
import { SeriesRecords } from './series-records.tsx'

interface BuildingRecordsProps {
  readonly buildingId: string
  readonly relationId: string
}

export function BuildingRecords({ buildingId, relationId }: BuildingRecordsProps) {
  const must = useQuery(recordQuery.must(buildingId))
  return (
    <QueryResult of={must} waiting={<RecordsComing />}>
      {(groups) => {
        const reporting = withPoints(groups)
        if (reporting.length === 0)
          return <Empty title="该建筑暂无点位" hint="服务商登记点位并上报后，数据会列在这里" />
        return <ChosenRecords groups={reporting} buildingId={buildingId} relationId={relationId} />
      }}
    </QueryResult>
  )
}

function withPoints(groups: readonly ItemGroup[]): ItemGroup[] {
  return groups
    .map((group) => ({
      ...group,
      apiTypeVOS: group.apiTypeVOS.filter(({ pointNum, openRecordNum }) => pointNum > 0 || openRecordNum !== null),
    }))
    .filter(({ apiTypeVOS }) => apiTypeVOS.length > 0)
}

function ChosenRecords({ groups, buildingId, relationId }: BuildingRecordsProps & { groups: readonly ItemGroup[] }) {
  const items = groups.flatMap(({ apiTypeVOS }) => apiTypeVOS)
  const [chosen, setChosen] = useState<string>()
  const item = items.find(({ apiId }) => apiId === chosen) ?? items[0]
  const shown = useDeferredValue(item)
  const isDesk = useMedia(LARGE)
  if (!item || !shown) return null
  const choice = { groups, current: item.apiId, onChoose: setChosen }
  return (
    <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:gap-3">
      {isDesk && <ItemMenu {...choice} />}
      <ItemRecords
        key={shown.apiId}
        item={shown}
        buildingId={buildingId}
        relationId={relationId}
        select={isDesk ? null : <ItemSelect {...choice} isFocused={chosen !== undefined} />}
      />
    </div>
  )
}

interface ItemRecordsProps extends BuildingRecordsProps {
  readonly item: Item
  readonly select: ReactNode
}

function ItemRecords({ item, buildingId, relationId, select }: ItemRecordsProps) {
  if (isListType(item.apiType))
    return (
      <PagedRecords buildingId={buildingId} relationId={relationId} item={item} type={item.apiType} select={select} />
    )
  return (
    <div className="grid min-w-0 gap-2">
      {select}
      <SeriesRecords buildingId={buildingId} relationId={relationId} item={item} />
    </div>
  )
}

function isListType(type: number | null): type is ListType {
  return type !== null && type >= 1 && type <= 5
}

function RecordsComing() {
  return (
    <Loading className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-3">
      <Skeleton className="mb-2 h-11 lg:mb-0 lg:h-[32rem]" />
      <Skeleton className="h-[32rem]" />
    </Loading>
  )
}
