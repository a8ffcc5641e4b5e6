import { useQuery } from '@tanstack/react-query'
import { Select } from '#app/ui/select.tsx'
import { partsOf } from './dashboard-queries.ts'

interface BuildingSelectorProps {
  readonly value: string
  onChange(buildingId: string): void
  readonly label?: string
  readonly className?: string
}

export function BuildingSelector({
  value,
  onChange,
  label = '选择建筑',
  className = 'mb-3 max-w-md',
}: BuildingSelectorProps) {
  const { data: buildings = [] } = useQuery(partsOf(value).buildings)
  const options = [{ value: '', label: '全部建筑' }, ...buildings.map((b) => ({ value: b.buildingId, label: b.name }))]
  // While it is missing from the list.
  if (value && !buildings.some((b) => b.buildingId === value)) options.push({ value, label: '所选建筑' })
  return (
    <Select
      aria-label={label}
      className={className}
      options={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
