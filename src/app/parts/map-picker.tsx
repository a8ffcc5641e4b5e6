import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { inCrs, type LngLat } from '#contract/coordinates.ts'
import { outlineQuery } from '#app/data/outline.ts'
import { findPlace, namePlace } from '#app/data/place.ts'
import { addressAt, placeOf, placeWritten } from '#app/lib/gazetteer.ts'
import type { FieldControl } from '#app/ui/field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { MapView } from './map/map-view.tsx'

/** Source: document 1, section 9. */
const CITY_CENTRE: LngLat = [121.47, 31.23]

/** WGS-84. */
export interface MapPlace {
  readonly place: LngLat | null
  readonly address: string
}

interface MapPickerProps extends MapPlace {
  readonly control: FieldControl
  readonly name?: string
  onChange(next: MapPlace): void
}

/** Geocoded on blur by the server, else by the outlines. Source: document 1, section 4. */
export function MapPicker({ place, address, control, name, onChange }: MapPickerProps) {
  const { data: outlines } = useQuery(outlineQuery())
  const centre = inCrs(place ?? CITY_CENTRE, 'WGS84', 'GCJ02')

  const asking = useRef<AbortController | undefined>(undefined)
  /** An address set by the map is not geocoded. */
  const isTyped = useRef(false)
  useEffect(() => () => asking.current?.abort(), [])
  const ask = () => {
    asking.current?.abort()
    asking.current = new AbortController()
    return asking.current.signal
  }

  const move = async (to: LngLat<'GCJ02'>) => {
    const signal = ask()
    const there = inCrs(to, 'GCJ02', 'WGS84')
    const rough = outlines && addressAt(outlines, to)
    onChange({ place: there, address: rough ?? '' })
    const found = await namePlace(there, signal)
    if (signal.aborted) return
    if (found) onChange({ place: there, address: found })
    else if (!rough) toast.info('无法查询到该地点')
  }
  const find = async () => {
    if (!outlines || address.trim() === '' || (place && !isTyped.current)) return
    isTyped.current = false
    const signal = ask()
    const written = placeWritten(outlines, address)
    const known = written ? null : await findPlace(address, signal)
    if (signal.aborted) return
    const near = written ?? placeOf(outlines, address)
    if (known) return onChange({ place: known, address })
    if (near) return onChange({ place: inCrs(near, 'GCJ02', 'WGS84'), address })
    toast.info('无法查询到该地点')
    onChange({ place, address: '' })
  }
  return (
    <div className="space-y-2">
      <TextInput
        {...control}
        name={name}
        value={address}
        placeholder="输入地址，或拖动地图选择实际地址"
        onChange={(event) => {
          asking.current?.abort()
          isTyped.current = true
          onChange({ place, address: event.target.value })
        }}
        onBlur={() => void find()}
      />
      {outlines ? (
        <MapView outlines={outlines} centre={centre} isChosen={place !== null} onMove={(to) => void move(to)} />
      ) : (
        <Skeleton className="h-[var(--map,16rem)] w-full" />
      )}
    </div>
  )
}
