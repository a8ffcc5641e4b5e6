import { useMay } from '#app/session/use-may.ts'
import { Select } from '#app/ui/select.tsx'
import { isHeldToDistrict, WHOLE_CITY } from './authority-area.ts'
import { useDistrictOptions } from './district-names.ts'

interface DistrictSelectProps {
  /** Six digits; empty: the city. */
  readonly value: string
  readonly className?: string
  onChange(county: string): void
}

/** Only for the whole city. */
export function DistrictSelect({ value, className, onChange }: DistrictSelectProps) {
  const isAuthority = useMay('gov')
  return isAuthority && !isHeldToDistrict() ? (
    <Districts value={value} className={className} onChange={onChange} />
  ) : null
}

function Districts({
  value,
  className,
  onChange,
}: Omit<DistrictSelectProps, 'className'> & { className: string | undefined }) {
  const districts = useDistrictOptions()
  return (
    <Select
      aria-label="区域"
      {...(className !== undefined && { className })}
      options={[{ value: '', label: `${WHOLE_CITY} 全市` }, ...districts]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
