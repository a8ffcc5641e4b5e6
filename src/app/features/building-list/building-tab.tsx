import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accessStatus } from '#contract/dict/access-status.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { formatNumber } from '#app/lib/format.ts'
import { Answer } from '#app/parts/answer.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { figureClass } from '#app/ui/figure-class.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { BuildingFilters } from './building-filters.tsx'
import { BuildingTable } from './building-table.tsx'
import { listOf, statisticsOf } from './list-queries.ts'
import { FIRST_SIZE, type ListSearch } from './list-search.ts'
import { TakenBuildings } from './taken-buildings.tsx'

export interface TabProps {
  readonly search: ListSearch
  onChange(some: Partial<ListSearch>): void
}

const FIGURES = [
  [1, 'hasAccess'],
  [0, 'notAccess'],
  [2, 'accessing'],
  [3, 'accessFailed'],
] as const

/** All buildings in sight. */
export function BuildingTab({ search, onChange }: TabProps) {
  const counts = useQuery({ ...statisticsOf(search), placeholderData: keepPreviousData })
  const buildings = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const { page = 1, size = FIRST_SIZE } = search
  const filtered = ['search', 'isAccess', 'complexName', 'county', 'street', 'isvId', 'buildingType', 'score'].some(
    (name) => search[name as keyof ListSearch] !== undefined,
  )
  const narrowTo = (isAccess: string) => (shown: ReactNode) => (
    <button type="button" className={figureClass} onClick={() => onChange({ isAccess, page: undefined })}>
      {shown}
    </button>
  )
  return (
    <>
      <div className="border-b border-line px-4 py-2">
        <Stats folds>
          {FIGURES.map(([code, name]) => (
            <Stat
              key={name}
              label={accessStatus.label(code)}
              tone={accessStatus.tone(code)}
              value={formatNumber(counts.data?.[name])}
              unit="栋"
              link={narrowTo(String(code))}
            />
          ))}
        </Stats>
      </div>
      <BuildingFilters search={search} onChange={(some) => onChange({ ...some, page: undefined })} />
      <Answer of={buildings} waiting={<BuildingTable caption="建筑列表" rows={undefined} expected={size} />}>
        {({ list }) => (
          <BuildingTable
            caption="建筑列表"
            rows={list}
            expected={size}
            busy={buildings.isPlaceholderData}
            empty={
              <Empty
                title={filtered ? '没有符合条件的建筑' : '还没有建筑'}
                hint={filtered ? '减少或清除筛选条件试试' : '点右上角“新增/绑定建筑”添加，审批通过后会列在这里'}
              />
            }
          />
        )}
      </Answer>
      <TakenBuildings search={search.search ?? ''} shown={buildings.data?.list.map(({ id }) => id) ?? []} />
      <ListFooter
        of={buildings}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        onChange={(next, nextSize) => onChange({ page: next, size: nextSize })}
      />
    </>
  )
}
