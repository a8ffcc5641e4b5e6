import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { LngLat } from '#contract/coordinates.ts'
import { contentQuery } from '#app/data/content.ts'
import type { Outline } from '#app/lib/gazetteer.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { MapPinIcon } from '#app/ui/place-icons.tsx'
import { amap } from './amap.ts'
import { embeddedMap } from './embedded-map.ts'
import type { OpenMap } from './map-adapter.ts'

interface MapViewProps {
  readonly outlines: readonly Outline[]
  readonly centre: LngLat<'GCJ02'>
  readonly isChosen?: boolean
  /** Without it the map is static. */
  onMove?(centre: LngLat<'GCJ02'>): void
}

const KEY_STEP = 40
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}

/** With a key, if its script loads. */
function useAdapter(outlines: readonly Outline[]) {
  const { data: site } = useQuery(contentQuery.settings())
  const [failed, setFailed] = useState(false)
  const [embedded] = useState(() => embeddedMap(outlines))
  return { adapter: site?.amap && !failed ? amap : embedded, onFail: () => setFailed(true) }
}

/** A button over the map takes the keys: all adapters alike. */
export function MapView({ outlines, centre, isChosen = true, onMove }: MapViewProps) {
  const { adapter, onFail } = useAdapter(outlines)
  const isStill = onMove === undefined
  const element = useRef<HTMLDivElement>(null)
  const open = useRef<OpenMap | undefined>(undefined)
  const shown = useRef(centre)
  const latest = useRef({ centre, onMove, onFail })
  useEffect(() => void (latest.current = { centre, onMove, onFail }))

  useEffect(() => {
    const given = element.current
    if (!given) return
    const ending = new AbortController()
    const onRest = (to: LngLat<'GCJ02'>) => {
      shown.current = to
      latest.current.onMove?.(to)
    }
    const start = { centre: latest.current.centre, onRest: isStill ? undefined : onRest }
    shown.current = start.centre
    const follow = async () => {
      const map = await adapter.open(given, start, ending.signal)
      if (ending.signal.aborted) return map.close()
      open.current = map
      if (shown.current === start.centre && latest.current.centre !== start.centre) map.show(latest.current.centre)
    }
    follow().catch(() => {
      if (!ending.signal.aborted) latest.current.onFail()
    })
    return () => {
      ending.abort()
      open.current?.close()
      open.current = undefined
    }
  }, [adapter, isStill])

  const [lng, lat] = centre
  useEffect(() => {
    // Rounding after a user's move.
    if (Math.abs(shown.current[0] - lng) < 1e-5 && Math.abs(shown.current[1] - lat) < 1e-5) return
    shown.current = [lng, lat]
    open.current?.show([lng, lat])
  }, [lng, lat])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = isStill ? undefined : STEPS[event.key]
    if (step) open.current?.pan(...step)
    else if (event.key === '+' || event.key === '=') open.current?.zoom(1)
    else if (event.key === '-') open.current?.zoom(-1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative isolate h-[var(--map,16rem)] overflow-hidden rounded border border-line-strong bg-sunk">
        {/* Leaflet's grey has no dark variant. */}
        <div ref={element} className="h-full" style={{ background: 'none' }} />
        <button
          type="button"
          aria-label={`地图，中心为经度 ${lng.toFixed(5)}，纬度 ${lat.toFixed(5)}；${isStill ? '' : '方向键移动，'}加减号缩放`}
          onKeyDown={onKeyDown}
          className="pointer-events-none absolute bottom-0 left-0 right-0 top-0 z-[1000] focus-visible:-outline-offset-2"
        />
        <MapPinIcon
          {...(!isChosen && { strokeDasharray: '2 3' })}
          className={cx(
            'pointer-events-none absolute left-1/2 top-1/2 z-[1000] h-8 w-8 -translate-x-1/2 -translate-y-full',
            isChosen ? 'text-link' : 'text-ink-soft',
          )}
        />
        <div data-over className="absolute bottom-2 right-2 z-[1000] flex flex-col gap-1">
          <Button size="small" className="min-w-control-sm" aria-label="放大" onClick={() => open.current?.zoom(1)}>
            ＋
          </Button>
          <Button size="small" className="min-w-control-sm" aria-label="缩小" onClick={() => open.current?.zoom(-1)}>
            －
          </Button>
        </div>
      </div>
      <p className="!mt-1 text-xs text-ink-soft empty:hidden">
        {[adapter.notice, isStill ? '' : isChosen ? '拖动地图定位' : '未定位'].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}
