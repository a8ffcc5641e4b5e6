import { control, divIcon, type LatLngTuple, map as openMap, marker, polygon } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './outline-map.css'
import type { LngLat } from '#contract/coordinates.ts'
import type { Outline } from '#app/lib/gazetteer.ts'
import type { MapStart, OpenMap } from './map-adapter.ts'

const FIRST_ZOOM = 12
const MIN_ZOOM = 9
const MAX_ZOOM = 18
const HALF_LABEL = 26
const GAP = 12

/** Leaflet sets colours as SVG attributes, which CSS classes override. */
const DISTRICT = {
  className: 'fill-sunk stroke-line-strong',
  weight: 1,
  opacity: 0.35,
  fillOpacity: 1,
  interactive: false,
}

const flipped = ([lng, lat]: LngLat<'GCJ02'>): LatLngTuple => [lat, lng]

const named = ({ name, centre }: Outline) =>
  marker(flipped(centre), {
    interactive: false,
    keyboard: false,
    icon: divIcon({ className: 'whitespace-nowrap text-center text-xs text-ink-soft', html: name, iconSize: [80, 16] }),
  })

/** No tiles, key or network. */
export function openOutlineMap(element: HTMLElement, outlines: readonly Outline[], start: MapStart): OpenMap {
  const map = openMap(element, {
    attributionControl: false,
    zoomControl: false,
    // Zooming must keep the position under the centre pin.
    scrollWheelZoom: 'center',
    touchZoom: 'center',
    doubleClickZoom: 'center',
    dragging: start.onRest !== undefined,
    boxZoom: false,
    keyboard: false,
    inertia: false,
    fadeAnimation: false,
    zoomAnimation: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
  })
  let drawn = false
  map.on('dragstart', () => void (drawn = true))
  map.on('moveend', () => {
    if (!drawn) return
    drawn = false
    const { lng, lat } = map.getCenter()
    start.onRest?.([lng, lat])
  })
  map.setView(flipped(start.centre), FIRST_ZOOM)
  for (const outline of outlines) {
    const rings = outline.polygons.map((of) => of.map((ring) => ring.map(flipped)))
    polygon(rings, DISTRICT).addTo(map)
  }
  const names = outlines.map((outline) => named(outline).addTo(map))
  const hideCut = () => {
    const { x: width, y: height } = map.getSize()
    const frame = element.getBoundingClientRect()
    const over = [...(element.parentElement?.querySelectorAll('[data-over], .leaflet-control') ?? [])].map((of) =>
      of.getBoundingClientRect(),
    )
    const isFree = (x: number, y: number) =>
      over.every(
        ({ left, right, top, bottom }) =>
          x + HALF_LABEL < left || x - HALF_LABEL > right || y + GAP < top || y - GAP > bottom,
      )
    for (const name of names) {
      const { x, y } = map.latLngToContainerPoint(name.getLatLng())
      const isIn = x > HALF_LABEL && x < width - HALF_LABEL && y > 8 && y < height - 8
      name.setOpacity(isIn && isFree(frame.left + x, frame.top + y) ? 1 : 0)
    }
  }
  control.scale({ imperial: false }).addTo(map)
  hideCut()
  map.on('move zoomend resize', hideCut)
  return {
    show: (centre) => void map.setView(flipped(centre), map.getZoom(), { animate: false }),
    pan(x, y) {
      drawn = true
      map.panBy([x, y], { animate: false })
    },
    zoom: (steps) => void map.setZoom(map.getZoom() + steps, { animate: false }),
    close: () => void map.remove(),
  }
}
