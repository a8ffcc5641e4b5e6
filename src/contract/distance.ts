import type { LngLat } from './coordinates.ts'

/** Mean radius, m. */
export const EARTH_RADIUS = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** In metres, by the haversine formula. */
export function distanceBetween([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat): number {
  const [lat, otherLat] = [radians(fromLat), radians(toLat)]
  const half =
    Math.sin((otherLat - lat) / 2) ** 2 +
    Math.cos(lat) * Math.cos(otherLat) * Math.sin(radians(toLng - fromLng) / 2) ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))
}

const WINDS = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const

export function directionTo([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat): (typeof WINDS)[number] {
  const [lat, otherLat, turn] = [radians(fromLat), radians(toLat), radians(toLng - fromLng)]
  const east = Math.sin(turn) * Math.cos(otherLat)
  const north = Math.cos(lat) * Math.sin(otherLat) - Math.sin(lat) * Math.cos(otherLat) * Math.cos(turn)
  const eighth = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return WINDS[(eighth + WINDS.length) % WINDS.length] ?? '北'
}
