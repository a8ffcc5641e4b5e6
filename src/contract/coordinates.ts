/** A place as longitude and latitude in degrees. */
export type LngLat = readonly [lng: number, lat: number]

/** WGS-84 is what satellites and our database say; GCJ-02 is the shifted system of every map published in China. */
export type Crs = 'WGS84' | 'GCJ02'

const AXIS = 6_378_245
const FLATTENING = 0.006_693_421_622_965_943
const { PI, sin, cos, sqrt, abs } = Math

const isAbroad = ([lng, lat]: LngLat) => lng < 72.004 || lng > 137.8347 || lat < 0.8293 || lat > 55.8271

const waves = (x: number) => (20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * (2 / 3)

/** How far GCJ-02 lies from WGS-84 here, in degrees. */
function shiftAt([lng, lat]: LngLat): LngLat {
  const [x, y] = [lng - 105, lat - 35]
  const north =
    -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * sqrt(abs(x)) + waves(x) +
    ((20 * sin(y * PI) + 40 * sin((y / 3) * PI)) * 2) / 3 +
    ((160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * 2) / 3 // prettier-ignore
  const east =
    300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * sqrt(abs(x)) + waves(x) +
    ((20 * sin(x * PI) + 40 * sin((x / 3) * PI)) * 2) / 3 +
    ((150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * 2) / 3 // prettier-ignore
  const radians = (lat / 180) * PI
  const m = 1 - FLATTENING * sin(radians) ** 2
  return [
    (east * 180) / ((AXIS / sqrt(m)) * cos(radians) * PI),
    (north * 180) / (((AXIS * (1 - FLATTENING)) / (m * sqrt(m))) * PI),
  ]
}

/** A WGS-84 place in GCJ-02; outside China the two are one. */
export function toGcj02(place: LngLat): LngLat {
  if (isAbroad(place)) return place
  const [east, north] = shiftAt(place)
  return [place[0] + east, place[1] + north]
}

/** A GCJ-02 place in WGS-84, to within a centimetre: the shift has no inverse, three rounds come that near. */
export function toWgs84(place: LngLat): LngLat {
  if (isAbroad(place)) return place
  let guess = place
  for (let round = 0; round < 3; round++) {
    const [lng, lat] = toGcj02(guess)
    guess = [guess[0] - (lng - place[0]), guess[1] - (lat - place[1])]
  }
  return guess
}

/** A place as another system writes it, rounded to about a decimetre. */
export function inCrs(place: LngLat, from: Crs, to: Crs): LngLat {
  const [lng, lat] = from === to ? place : to === 'GCJ02' ? toGcj02(place) : toWgs84(place)
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
}
