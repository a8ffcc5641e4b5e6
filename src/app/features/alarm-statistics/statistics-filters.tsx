import { DistrictSelect } from '#app/parts/district-select.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { lastDays, periodOf, USUAL_DAYS } from './statistics-queries.ts'
import { type AlarmStatisticsSearch, unpicked } from './statistics-search.ts'

const SPANS = [7, USUAL_DAYS, 90, 365] as const
const OPTIONS = SPANS.map((value) => ({ value: value as number, label: `近 ${value} 天` }))

interface StatisticsFiltersProps {
  readonly search: AlarmStatisticsSearch
  onChange(search: AlarmStatisticsSearch): void
}

export function StatisticsFilters({ search, onChange }: StatisticsFiltersProps) {
  const { from, to } = periodOf(search)
  const span = SPANS.find((days) => lastDays(days).from === from && lastDays(days).to === to) ?? 0
  const narrow = (some: AlarmStatisticsSearch) => {
    const { rank: _, ...kept } = unpicked({ ...search, ...some })
    onChange(kept)
  }
  return (
    <div className="mb-3 rounded-md border border-line bg-panel max-md:-mb-px max-md:rounded-b-none [&>*]:border-b-0">
      <FilterBar
        first={
          <div className="flex items-center gap-x-4">
            <Segmented label="统计天数" options={OPTIONS} value={span} onChange={(days) => narrow(lastDays(days))} />
            <span className="hidden text-sm text-ink-soft md:inline lg:hidden">
              {from.slice(0, 10)} 至 {to.slice(0, 10)}
            </span>
          </div>
        }
        used={[span === 0 ? from : undefined, search.county, search.building]}
      >
        <DateRange
          label="统计时间"
          clears={Boolean(search.from ?? search.to)}
          value={{ start: from, end: to }}
          onChange={({ start, end }) => narrow({ from: start || undefined, to: end || undefined })}
        />
        <DistrictSelect
          className="w-40"
          value={search.county ?? ''}
          onChange={(county) => narrow({ county: county || undefined })}
        />
        {search.building && (
          <Button size="small" onClick={() => narrow({ building: undefined })}>
            查看全部建筑
          </Button>
        )}
      </FilterBar>
    </div>
  )
}
