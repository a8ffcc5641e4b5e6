import { useQuery } from '@tanstack/react-query'
import { exportRunProblems } from '#app/data/problem.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { Labelled } from './labelled.tsx'
import { ownBuildings, runFilterOf } from './statistics-queries.ts'
import type { TabProps } from './statistics-search.ts'
import { RUN_STATUSES } from './status-choices.ts'

/** What narrows the facility problems: building, status, when they were solved; each stands in the address. */
export function RunFilters({ search, onChange }: TabProps) {
  const { data: buildings = [] } = useQuery(ownBuildings())
  const chosen = search.buildingId ?? ''
  const options = [
    { value: '', label: '全部建筑' },
    ...buildings.map(({ buildingId, name }) => ({ value: buildingId, label: name })),
  ]
  // A building of the address that is not, or not yet, on the list: what is shown is about it, not about all.
  if (!options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: '所选建筑' })
  return (
    <div className="flex flex-wrap items-end gap-x-4 md:items-center gap-y-2 border-b border-line px-4 py-3">
      <Select
        aria-label="建筑"
        className="w-full md:w-56"
        options={options}
        value={chosen}
        onChange={({ target }) => onChange({ buildingId: target.value || undefined })}
      />
      <Segmented
        label="状态"
        options={RUN_STATUSES}
        value={search.status ?? ''}
        onChange={(status) => onChange({ status: status || undefined })}
      />
      <Labelled label="解决时间">
        <DateRange
          label="解决时间"
          value={{ start: search.from ?? '', end: search.to ?? '' }}
          onChange={({ start, end }) => onChange({ from: start || undefined, to: end || undefined })}
        />
      </Labelled>
      <ExportButton className="md:ml-auto" address={() => exportRunProblems(runFilterOf(search))} />
    </div>
  )
}
