import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { inCrs, type LngLat } from '#contract/coordinates.ts'
import { outlineQuery } from '#app/data/outline.ts'
import { findPlace, namePlace } from '#app/data/place.ts'
import { addressAt, type Outline, placeOf, placeWritten } from '#app/lib/gazetteer.ts'
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

  const input = useRef<HTMLInputElement>(null)
  const asking = useRef<AbortController | undefined>(undefined)
  const finding = useRef<Promise<boolean> | undefined>(undefined)
  /** An address set by the map is not geocoded. */
  const isTyped = useRef(false)
  const isDeferred = useRef(false)
  useEffect(() => () => asking.current?.abort(), [])
  const ask = () => {
    asking.current?.abort()
    asking.current = new AbortController()
    finding.current = undefined
    return asking.current.signal
  }

  const move = async (to: LngLat<'GCJ02'>) => {
    const signal = ask()
    isTyped.current = false
    const there = inCrs(to, 'GCJ02', 'WGS84')
    const rough = outlines && addressAt(outlines, to)
    onChange({ place: there, address: rough ?? '' })
    const found = await namePlace(there, signal)
    if (signal.aborted) return
    if (found) onChange({ place: there, address: found })
    else if (!rough) toast.info('无法查询到该地点')
  }
  const find = () => {
    if (!outlines || address.trim() === '' || (!isTyped.current && (place || finding.current))) return
    isTyped.current = false
    const signal = ask()
    finding.current = locate(outlines, signal)
  }
  const locate = async (known: readonly Outline[], signal: AbortSignal) => {
    const written = placeWritten(known, address)
    const exact = await (written ? null : findPlace(address, signal))
    if (signal.aborted) return false
    finding.current = undefined
    const near = written ?? placeOf(known, address)
    const found = exact ?? (near && inCrs(near, 'GCJ02', 'WGS84'))
    if (!found) toast.info('无法查询到该地点')
    flushSync(() => onChange(found ? { place: found, address } : { place, address: '' }))
    return found !== null
  }
  useEffect(() => {
    const form = input.current?.form
    const submit = (event: Event) => {
      if (isTyped.current) find()
      if (!finding.current) return
      event.preventDefault()
      event.stopPropagation()
      toast.info('正在查询地址，查到后提交')
      isDeferred.current = true
      void finding.current.then((isFound) => isFound && isDeferred.current && form?.requestSubmit())
    }
    const edit = () => {
      if (isDeferred.current) toast.info('内容已修改，请重新提交')
      isDeferred.current = false
    }
    form?.addEventListener('submit', submit, true)
    form?.addEventListener('input', edit)
    return () => {
      form?.removeEventListener('submit', submit, true)
      form?.removeEventListener('input', edit)
    }
  })
  return (
    <div className="space-y-2">
      <TextInput
        {...control}
        ref={input}
        name={name}
        value={address}
        placeholder="输入地址，或拖动地图选择实际地址"
        onChange={(event) => {
          ask()
          isTyped.current = true
          onChange({ place, address: event.target.value })
        }}
        onBlur={find}
      />
      {outlines ? (
        <MapView outlines={outlines} centre={centre} isChosen={place !== null} onMove={(to) => void move(to)} />
      ) : (
        <>
          <Skeleton className="h-[var(--map,16rem)] w-full" />
          <p className="!mt-1 h-[1.125rem]" />
        </>
      )}
    </div>
  )
}
