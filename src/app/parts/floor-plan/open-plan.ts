import { CRS, divIcon, imageOverlay, type LatLngTuple, map as openMap, marker, type Marker } from 'leaflet'
import 'leaflet/dist/leaflet.css'

/** Width of the picture in the map's units. */
const WIDTH = 1000
const REACH = 26

export interface PlanMark {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly html: string
  /** Higher ones cover lower ones. */
  readonly rank: number
  readonly label: string
  readonly isChosen: boolean
  readonly canDrag: boolean
}

interface PlanStart {
  readonly image: string
  /** Height by width. */
  readonly ratio: number
  onTap(id: string | undefined, at: Spot | undefined): void
  onDrag(id: string, at: Spot): void
}

export interface Spot {
  readonly x: number
  readonly y: number
}

export interface OpenPlan {
  show(marks: readonly PlanMark[]): void
  centre(at: Spot): void
  pan(x: number, y: number): void
  zoom(steps: number): void
  fit(): void
  middle(): Spot | undefined
  close(): void
}

const inside = (share: number) => share >= 0 && share <= 1
const rounded = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1e5) / 1e5

export function openPlan(element: HTMLElement, { image, ratio, onTap, onDrag }: PlanStart): OpenPlan {
  const height = WIDTH * ratio
  const bounds: [LatLngTuple, LatLngTuple] = [
    [0, 0],
    [height, WIDTH],
  ]
  const latLng = ({ x, y }: Spot): LatLngTuple => [height * (1 - y), WIDTH * x]
  const spotOf = ({ lat, lng }: { lat: number; lng: number }): Spot => ({ x: lng / WIDTH, y: 1 - lat / height })
  const map = openMap(element, {
    crs: CRS.Simple,
    attributionControl: false,
    zoomControl: false,
    // Taps in quick succession place points.
    doubleClickZoom: false,
    boxZoom: false,
    keyboard: false,
    fadeAnimation: false,
    zoomAnimation: false,
    markerZoomAnimation: false,
    zoomSnap: 0,
    minZoom: -6,
    maxZoom: 3,
    maxBounds: [
      [-height / 2, -WIDTH / 2],
      [height * 1.5, WIDTH * 1.5],
    ],
  })
  imageOverlay(image, bounds, { className: 'plan-picture' }).addTo(map)
  const fit = () => void map.fitBounds(bounds, { animate: false, padding: [4, 4] })
  fit()
  const drawn = new Map<string, { readonly mark: PlanMark; readonly on: Marker }>()

  const spotIn = (of: { lat: number; lng: number }): Spot | undefined => {
    const { x, y } = spotOf(of)
    return inside(x) && inside(y) ? { x: rounded(x), y: rounded(y) } : undefined
  }
  map.on('click', ({ latlng, containerPoint }) => {
    const near = [...drawn.values()]
      .map(({ mark }) => ({ id: mark.id, away: map.latLngToContainerPoint(latLng(mark)).distanceTo(containerPoint) }))
      .filter(({ away }) => away <= REACH)
      .sort((a, b) => a.away - b.away)
    onTap(near[0]?.id, spotIn(latlng))
  })
  const resized = new ResizeObserver(() => void map.invalidateSize({ animate: false }))
  resized.observe(element)

  function draw(mark: PlanMark): Marker {
    const on = marker(latLng(mark), {
      keyboard: false,
      interactive: mark.canDrag,
      draggable: mark.canDrag,
      bubblingMouseEvents: true,
      zIndexOffset: mark.rank * 10_000,
      icon: divIcon({ className: '', html: mark.html, iconSize: [44, 44] }),
    }).addTo(map)
    on.getElement()?.setAttribute('data-mark', mark.label)
    on.on('dragend', () => {
      const { x, y } = spotOf(on.getLatLng())
      onDrag(mark.id, { x: rounded(x), y: rounded(y) })
    })
    return on
  }

  return {
    show(marks) {
      const kept = new Set(marks.map(({ id }) => id))
      for (const [id, { on }] of drawn)
        if (!kept.has(id)) {
          on.remove()
          drawn.delete(id)
        }
      for (const mark of marks) {
        const known = drawn.get(mark.id)
        if (known && JSON.stringify(known.mark) === JSON.stringify(mark)) continue
        known?.on.remove()
        drawn.set(mark.id, { mark, on: draw(mark) })
      }
    },
    centre: (at) =>
      void map
        .setView(latLng(at), Math.max(map.getZoom(), 0), { animate: false })
        .panInsideBounds(bounds, { animate: false }),
    pan: (x, y) => void map.panBy([x, y], { animate: false }),
    zoom: (steps) => void map.setZoom(map.getZoom() + steps, { animate: false }),
    fit,
    middle: () => spotIn(map.getCenter()),
    close() {
      resized.disconnect()
      map.remove()
    },
  }
}
