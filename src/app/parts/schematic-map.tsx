import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { LngLat } from '#contract/coordinates.ts'
import type { Outline } from '#app/lib/gazetteer.ts'
import { type MapView, moved, toPixels, zoomed } from '#app/lib/map-view.ts'
import { Button } from '#app/ui/button.tsx'
import { MapPinIcon } from '#app/ui/place-icons.tsx'

interface SchematicMapProps {
  readonly outlines: readonly Outline[]
  /** GCJ-02, as the outlines. */
  readonly centre: LngLat
  /** The map came to rest somewhere else. */
  onMove(centre: LngLat): void
}

/** Which of the many zooms shows a district and its neighbours: nearer there is nothing on a schematic to see. */
const FIRST_ZOOM = 12
const KEY_STEP = 40
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
}

/** District outlines under a pin that stays in the middle: draw the map along, or use the arrow keys, + and −. */
export function SchematicMap({ outlines, centre, onMove }: SchematicMapProps) {
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null)
  const [size, setSize] = useState<readonly [number, number]>([600, 260])
  const from = useRef<readonly [number, number] | null>(null)
  const frame = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 }
    if (clientWidth > 0) setSize([clientWidth, clientHeight])
  }, [])

  const rest: MapView = { centre, zoom }
  const view = drawn ? moved(rest, drawn[0], drawn[1]) : rest

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = [event.clientX, event.clientY]
  }
  const draw = (event: PointerEvent) => {
    if (from.current) setDrawn([event.clientX - from.current[0], event.clientY - from.current[1]])
  }
  const release = () => {
    if (drawn && (drawn[0] !== 0 || drawn[1] !== 0)) onMove(view.centre)
    from.current = null
    setDrawn(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) onMove(moved(rest, step[0], step[1]).centre)
    else if (event.key === '+' || event.key === '=') setZoom(zoomed(rest, 1).zoom)
    else if (event.key === '-') setZoom(zoomed(rest, -1).zoom)
    else return
    event.preventDefault()
  }
  const [width, height] = size
  const at = (place: LngLat) => {
    const [x, y] = toPixels(view, place)
    return [x + width / 2, y + height / 2] as const
  }
  return (
    <div className="relative h-64 overflow-hidden rounded border border-line-strong bg-sunk" ref={frame}>
      <button
        type="button"
        aria-label={`地图，中心为经度 ${centre[0].toFixed(5)}，纬度 ${centre[1].toFixed(5)}；方向键移动，加减号缩放`}
        onKeyDown={onKeyDown}
        onPointerDown={grab}
        onPointerMove={draw}
        onPointerUp={release}
        onPointerCancel={release}
        className="absolute bottom-0 left-0 right-0 top-0 block cursor-grab touch-none focus-visible:-outline-offset-2"
      >
        <svg aria-hidden="true" width={width} height={height} className="block h-full w-full select-none">
          {outlines.map((outline) => (
            <g key={outline.code}>
              <path
                fillRule="evenodd"
                className="fill-panel stroke-line-strong"
                d={outline.polygons
                  .flatMap((rings) => rings.map((ring) => `M${ring.map((place) => at(place).join(',')).join('L')}Z`))
                  .join('')}
              />
              <text
                x={at(outline.centre)[0]}
                y={at(outline.centre)[1]}
                textAnchor="middle"
                className="fill-ink-soft text-xs"
              >
                {outline.name}
              </text>
            </g>
          ))}
        </svg>
      </button>
      <MapPinIcon className="pointer-events-none absolute left-1/2 top-1/2 h-8 w-8 -translate-x-1/2 -translate-y-full text-danger-ink" />
      <p className="pointer-events-none absolute bottom-1 left-2 rounded-sm bg-panel px-1 text-xs text-ink-soft">
        示意图 · 拖动地图定位
      </p>
      <div className="absolute bottom-2 right-2 flex flex-col gap-1">
        <Button size="small" aria-label="放大" onClick={() => setZoom(zoomed(rest, 1).zoom)}>
          ＋
        </Button>
        <Button size="small" aria-label="缩小" onClick={() => setZoom(zoomed(rest, -1).zoom)}>
          －
        </Button>
      </div>
    </div>
  )
}
