import { useQuery } from '@tanstack/react-query'
import { DateRange } from '#app/ui/date-range.tsx'
import { Select } from '#app/ui/select.tsx'
import { Labelled } from './labelled.tsx'
import { ownBuildings } from './statistics-queries.ts'
import { hasSolveTime, type StatisticsTabProps } from './statistics-search.ts'

export function RunFilters({ search, onChange }: StatisticsTabProps) {
  const { data: buildings = [] } = useQuery(ownBuildings())
  const chosen = search.buildingId ?? ''
  const options = [
    { value: '', label: '全部建筑' },
    ...buildings.map(({ buildingId, name }) => ({ value: buildingId, label: name })),
  ]
  // While it is missing from the list.
  if (!options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: '所选建筑' })
  return (
    <>
      <Select
        aria-label="建筑"
        className="w-full lg:w-40"
        options={options}
        value={chosen}
        onChange={({ target }) => onChange({ buildingId: target.value || undefined })}
      />
      {hasSolveTime(search) && (
        <Labelled label="解决时间">
          <DateRange
            label="解决时间"
            value={{ start: search.from ?? '', end: search.to ?? '' }}
            onChange={({ start, end }) => onChange({ from: start || undefined, to: end || undefined })}
          />
        </Labelled>
      )}
    </>
  )
}
