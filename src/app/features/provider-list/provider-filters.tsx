import { exportProviders } from '#app/data/provider.ts'
import { useDistrictOptions } from '#app/parts/district-names.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Select } from '#app/ui/select.tsx'
import { filterOf } from './provider-queries.ts'
import type { ProviderSearch } from './provider-search.ts'

interface ProviderFiltersProps {
  readonly search: ProviderSearch
  onChange(some: Partial<ProviderSearch>): void
  onAdd(): void
}

export function ProviderFilters({ search, onChange, onAdd }: ProviderFiltersProps) {
  const districts = useDistrictOptions()
  return (
    <FilterBar
      first={
        <SearchBox
          label="搜索服务商名称、地址或联系人"
          initial={search.search}
          onSearch={(said) => onChange({ search: said || undefined })}
        />
      }
      used={[search.county]}
      actions={<ExportButton address={() => exportProviders(filterOf(search))} />}
      add={{ label: '新增服务商', onAdd }}
    >
      <Select
        aria-label="区"
        className="lg:w-40"
        options={[{ value: '', label: '全部区' }, ...districts]}
        value={search.county ?? ''}
        onChange={({ target }) => onChange({ county: target.value || undefined })}
      />
    </FilterBar>
  )
}
