import { inCrs } from '#contract/coordinates.ts'
import { DISTRICTS } from '../reference/regions.ts'

/** Null: no such place. */
export function unitArea(county: string, streetNo: string) {
  const district = DISTRICTS.find(({ code }) => code === county)
  const street = district?.streets.find(({ code }) => code === streetNo)
  return district && street ? { county: district.code, streetNo: street.code, streetName: street.name } : null
}

interface Degrees {
  readonly gisX?: number | undefined
  readonly gisY?: number | undefined
  readonly gisXGd?: number | undefined
  readonly gisYGd?: number | undefined
}

/** Undefined if missing. */
export function placeOf({ gisX, gisY, gisXGd, gisYGd }: Degrees) {
  if (gisX !== undefined && gisY !== undefined) return [gisX, gisY] as const
  if (gisXGd === undefined || gisYGd === undefined) return undefined
  return inCrs([gisXGd, gisYGd], 'GCJ02', 'WGS84')
}
