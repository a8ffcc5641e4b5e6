import type { LngLat } from '#contract/coordinates.ts'
import { MapPicker, type MapPlace } from '#app/parts/map-picker.tsx'
import { Field } from '#app/ui/field.tsx'

interface MapAddressFieldProps extends MapPlace {
  readonly name: string
  readonly label?: string
  readonly required?: boolean
  readonly error: string | undefined
  onPlace(place: LngLat | null): void
  onAddress(address: string): void
}

export function MapAddressField({
  name,
  label = '地图地址',
  required,
  error,
  place,
  address,
  onPlace,
  onAddress,
}: MapAddressFieldProps) {
  return (
    <Field label={label} required={required} error={error}>
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
