import { useQuery } from '@tanstack/react-query'
import { inCrs, type LngLat } from '#contract/coordinates.ts'
import { outlineQuery } from '#app/data/outline.ts'
import { districtAt } from '#app/lib/gazetteer.ts'
import { MapPicker, type MapPlace } from '#app/parts/map-picker.tsx'
import { Field } from '#app/ui/field.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

interface MapAddressFieldProps extends MapPlace {
  readonly name: string
  readonly label?: string
  readonly required?: boolean
  readonly error: string | undefined
  readonly district?: string
  onPlace(place: LngLat | null): void
  onAddress(address: string): void
}

export function MapAddressField({
  name,
  label = '地图地址',
  required,
  error,
  district,
  place,
  address,
  onPlace,
  onAddress,
}: MapAddressFieldProps) {
  return (
    <Field
      label={label}
      required={required}
      error={error}
      hint={district !== undefined && <Located at={place} district={district} />}
    >
      {(control) => (
        <MapPicker
          control={control}
          name={name}
          place={place}
          address={address}
          onChange={(next) => {
            onPlace(next.place)
            onAddress(next.address)
          }}
        />
      )}
    </Field>
  )
}

function Located({ at, district }: { at: LngLat | null; district: string }) {
  const { data: outlines = [] } = useQuery(outlineQuery())
  if (!at) return '定位后显示坐标和所在区'
  const there = inCrs(at, 'WGS84', 'GCJ02')
  const found = districtAt(outlines, there)
  const isElsewhere = found && outlines.some(({ code }) => code === district) && found.code !== district
  return (
    <>
      {there.map((degrees) => degrees.toFixed(4)).join('，')}
      {found && ` · ${found.name}`}
      {isElsewhere && (
        <span className="ml-2 inline-flex items-center gap-1.5 text-attention-ink">
          <ToneMark tone="attention" />
          与所在区域不一致
        </span>
      )}
    </>
  )
}
