import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { SMALL_ON_PHONES } from '#app/parts/filter-button.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { UnitFilterSlot } from '#app/parts/unit-filter-slot.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { useMay } from '#app/session/use-may.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { MapPinIcon } from '#app/ui/place-icons.tsx'
import { BuildingFilters, FirstFilters } from './building-filters.tsx'
import { BuildingSearch } from './building-search.tsx'
import { BuildingTable } from './building-table.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { listOf, statisticsOf } from './list-queries.ts'
import { FIRST_SIZE, type ListSearch } from './list-search.ts'
import { orderOf } from './score-bands.ts'
import { TakenBuildings } from './taken-buildings.tsx'

const FILTERS = ['isAccess', 'complexName', 'street', 'isvId', 'buildingType', 'score'] as const

const countFilters = (search: ListSearch) => FILTERS.filter((name) => search[name] !== undefined).length

type Rows = readonly BuildingRow[]

function groupHeads(rows: Rows, search: ListSearch, fires: number | undefined, isWide: boolean) {
  if (orderOf(search) !== 'worst' || search.condition === 'alarm' || !rows[0]?.alarmNum) return undefined
  const isWhole = search.condition === undefined && search.isAccess === undefined
  const count = isWhole && fires ? ` ${fires} 栋` : ''
  const calm = rows.findIndex(({ alarmNum }) => !alarmNum)
  return (position: number) =>
    position === 0 && isWide
      ? `有火警${count} · 火警多的在前，其次低于 60 分的、异常多的`
      : position === calm
        ? '没有火警 · 低于 60 分的在前，其次异常多的'
        : undefined
}

export interface TabProps {
  readonly search: ListSearch
  onChange(some: Partial<ListSearch>): void
}

export function BuildingTab({ search, onChange }: TabProps) {
  const counts = useQuery({ ...statisticsOf(search), placeholderData: keepPreviousData })
  const buildings = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const { page = 1, size = FIRST_SIZE } = search
  const { search: said, condition, county, unit } = search
  const filtered = [said, condition, county, unit].some((one) => one !== undefined) || countFilters(search) > 0
  const narrow = (some: Partial<ListSearch>) => onChange({ ...some, page: undefined })
  const isWide = useMedia(DESK)
  const isOnDuty = useMay('duty')
  const notice = condition === 'contactless' && (
    <p className="flex items-baseline gap-1.5 border-b border-line px-4 py-2 text-sm text-attention-ink">
      <ConditionMark of="contactless" />
      <span>火警直接通知消防救援机构，请单位设值班联系人</span>
    </p>
  )
  const first = <FirstFilters search={search} onChange={narrow} />
  return (
    <>
      <div className="border-b border-line pt-2 lg:pb-2">
        <div className="lg:max-w-4xl">
          <BuildingSearch
            said={said}
            used={countFilters(search) + (isWide || county === undefined ? 0 : 1)}
            found={buildings.data?.total}
            first={
              isWide ? (
                <div className="grid shrink-0 grid-cols-[8rem_9.5rem] lg:grid-cols-[10rem_10rem] gap-2">{first}</div>
              ) : (
                isOnDuty && (
                  <Link to="/nearby" className={cx(buttonClass(), SMALL_ON_PHONES)}>
                    <MapPinIcon />
                    附近
                  </Link>
                )
              )
            }
            onSearch={(words) => narrow({ search: words })}
          >
            {!isWide && first}
            <BuildingFilters search={search} onChange={narrow} />
          </BuildingSearch>
        </div>
        <ConditionChips counts={counts.data} search={search} onChange={narrow} />
      </div>
      {unit && (
        <div className="border-b border-line px-4 py-1">
          <UnitFilterSlot id={unit} of="建筑" onClear={() => narrow({ unit: undefined })} />
        </div>
      )}
      {notice}
      <QueryResult of={buildings} waiting={<BuildingTable caption="建筑列表" rows={undefined} expected={size} />}>
        {({ list, total }) => (
          <BuildingTable
            caption="建筑列表"
            rows={rowsOfPage({ list, total })}
            expected={size}
            busy={buildings.isPlaceholderData}
            isContactless={condition === 'contactless'}
            headOf={
              buildings.isPlaceholderData ? undefined : groupHeads(list, search, counts.data?.conditions?.alarm, isWide)
            }
            empty={
              <Empty
                title={filtered ? '没有符合条件的建筑' : '暂无建筑'}
                hint={filtered ? '请减少或清除筛选条件' : '点击右上角“新增/绑定建筑”添加，审批通过后会列在这里'}
              />
            }
          />
        )}
      </QueryResult>
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
