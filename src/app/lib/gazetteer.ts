import type { LngLat } from '#contract/coordinates.ts'

type MapPlace = LngLat<'GCJ02'>
type Ring = readonly MapPlace[]

/** Outer ring, then holes; GCJ-02. */
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

export function readOutlines(file: GeoFile): Outline[] {
  return file.features.map(({ properties, geometry }) => ({ ...properties, polygons: geometry.coordinates }))
}

function isInside(ring: Ring, [x, y]: MapPlace): boolean {
  let inside = false
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[at === 0 ? ring.length - 1 : at - 1] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}

export function districtAt(outlines: readonly Outline[], place: MapPlace): Outline | undefined {
  return outlines.find(({ polygons }) =>
    polygons.some((rings) => rings.filter((ring) => isInside(ring, place)).length % 2 === 1),
  )
}

export function addressAt(outlines: readonly Outline[], place: MapPlace): string | null {
  const district = districtAt(outlines, place)
  return district ? `上海市${district.name}（${place[0].toFixed(5)}，${place[1].toFixed(5)}）` : null
}

export function placeWritten(outlines: readonly Outline[], address: string): MapPlace | null {
  const [, lng, lat] = /(1[12]\d\.\d+)\s*[，,]\s*(3\d\.\d+)/.exec(address) ?? []
  return lng && lat && districtAt(outlines, [Number(lng), Number(lat)]) ? [Number(lng), Number(lat)] : null
}

export function placeOf(outlines: readonly Outline[], address: string): MapPlace | null {
  const written = placeWritten(outlines, address)
  if (written) return written
  const named = outlines.find(({ name }) => address.includes(name) || address.includes(name.replace(/(新区|区)$/, '')))
  return named?.centre ?? null
}
