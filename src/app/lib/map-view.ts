import type { LngLat } from '#contract/coordinates.ts'

/** What a map shows: the place in its middle, and how near it looks (each step doubles). */
export interface MapView {
  readonly centre: LngLat
  readonly zoom: number
}

export const MIN_ZOOM = 9
export const MAX_ZOOM = 18

/** Pixels a degree of longitude takes: the web maps' 256 px at zoom 0. */
const perDegree = (zoom: number) => (256 * 2 ** zoom) / 360
/** At this latitude a degree of latitude is so much longer on the map; exact enough over one city. */
const stretch = (lat: number) => 1 / Math.cos((lat * Math.PI) / 180)

/** Where a place lies from the middle of the view, in pixels, right and down. */
export function toPixels({ centre, zoom }: MapView, place: LngLat): readonly [x: number, y: number] {
  const scale = perDegree(zoom)
  return [(place[0] - centre[0]) * scale, (centre[1] - place[1]) * scale * stretch(centre[1])]
}

/** The view after the map was drawn along by so many pixels. */
export function moved(view: MapView, x: number, y: number): MapView {
  const scale = perDegree(view.zoom)
  const [lng, lat] = view.centre
  return { ...view, centre: [lng - x / scale, lat + y / (scale * stretch(lat))] }
}

export function zoomed(view: MapView, steps: number): MapView {
  return { ...view, zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom + steps)) }
}
