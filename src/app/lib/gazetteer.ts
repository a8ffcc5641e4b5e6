import type { LngLat } from '#contract/coordinates.ts'

/** Of the system the outlines are written in. */
type MapPlace = LngLat<'GCJ02'>
type Ring = readonly MapPlace[]

/** A district: its name, a place within, and its outlines, each a ring and the holes in it; GCJ-02 degrees. */
export interface Outline {
  readonly code: string
  readonly name: string
  readonly centre: MapPlace
  readonly polygons: readonly (readonly Ring[])[]
}

interface GeoFile {
  readonly features: readonly {
    readonly properties: { readonly code: string; readonly name: string; readonly centre: MapPlace }
    readonly geometry: { readonly coordinates: readonly (readonly Ring[])[] }
  }[]
}

/** The outlines out of the file that ships with the app. */
export function readOutlines(file: GeoFile): Outline[] {
  return file.features.map(({ properties, geometry }) => ({ ...properties, polygons: geometry.coordinates }))
}

/** Whether a ring goes round a place: a ray from it crosses the ring an odd number of times. */
function isInside(ring: Ring, [x, y]: MapPlace): boolean {
  let inside = false
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[at === 0 ? ring.length - 1 : at - 1] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}

/** The district a place lies in, if it lies in one. */
export function districtAt(outlines: readonly Outline[], place: MapPlace): Outline | undefined {
  return outlines.find(({ polygons }) =>
    polygons.some((rings) => rings.filter((ring) => isInside(ring, place)).length % 2 === 1),
  )
}

/** An address for a place on the schematic map: as near as outlines can say. */
export function addressOf(outlines: readonly Outline[], place: MapPlace): string | null {
  const district = districtAt(outlines, place)
  return district ? `上海市${district.name}（${place[0].toFixed(5)}，${place[1].toFixed(5)}）` : null
}

/** The place whose degrees are written in an address. */
export function placeWritten(outlines: readonly Outline[], address: string): MapPlace | null {
  const [, lng, lat] = /(1[12]\d\.\d+)\s*[，,]\s*(3\d\.\d+)/.exec(address) ?? []
  return lng && lat && districtAt(outlines, [Number(lng), Number(lat)]) ? [Number(lng), Number(lat)] : null
}

/** The place an address names: the one written in it, else the middle of the district it names. */
export function placeOf(outlines: readonly Outline[], address: string): MapPlace | null {
  const written = placeWritten(outlines, address)
  if (written) return written
  const named = outlines.find(({ name }) => address.includes(name) || address.includes(name.replace(/(新区|区)$/, '')))
  return named?.centre ?? null
}
