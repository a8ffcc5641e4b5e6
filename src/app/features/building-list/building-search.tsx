import type { ReactNode } from 'react'
import { formatNumber } from '#app/lib/format.ts'
import { FilterButton } from '#app/parts/filter-button.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'

interface BuildingSearchProps {
  readonly said: string | undefined
  readonly used: number
  readonly found: number | undefined
  /** Outside the sheet. */
  readonly first?: ReactNode
  readonly children: ReactNode
  onSearch(said: string | undefined): void
}

export function BuildingSearch({ said, used, found, first, children, onSearch }: BuildingSearchProps) {
  return (
    <div className="flex gap-2 px-4">
      <SearchBox
        className="min-w-0 flex-1"
        label="搜索建筑名称或地址"
        initial={said}
        onSearch={(words) => onSearch(words || undefined)}
      />
      {first}
      <FilterButton isSmall count={used} found={found === undefined ? undefined : `${formatNumber(found)} 栋`}>
        {children}
      </FilterButton>
    </div>
  )
}
