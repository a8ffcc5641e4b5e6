import type { CityRegions } from '#contract/city-regions.ts'
import { type Bounds, CHINA, SHANGHAI } from '#contract/plausible.rules.ts'
import shanghai from './regions.json' with { type: 'json' }

/**
 * Six and nine digits; `center` approximate, [longitude, latitude]. Source: Administrative-divisions-of-China
 * (MIT).
 */
export interface District {
  readonly code: string
  readonly name: string
  readonly center: readonly [number, number] | null
  readonly streets: readonly { readonly code: string; readonly name: string }[]
}

export let PROVINCE_NO = ''
export let CITY_NO = ''
export let CITY_NAME = ''
export let DISTRICTS: readonly District[] = []
export let CITY_BOUNDS: Bounds = SHANGHAI

let districtNames = new Map<string, string>()
let streetNames = new Map<string, string>()

const AROUND_CENTER = 1

function boundsOf(districts: readonly District[]): Bounds {
  const centers = districts.flatMap(({ center }) => (center ? [center] : []))
  if (centers.length < districts.length) return CHINA
  const [lngs, lats] = [centers.map(([lng]) => lng), centers.map(([, lat]) => lat)]
  return {
    west: Math.min(...lngs) - AROUND_CENTER,
    east: Math.max(...lngs) + AROUND_CENTER,
    south: Math.min(...lats) - AROUND_CENTER,
    north: Math.max(...lats) + AROUND_CENTER,
  }
}

export function setCity({ code, name, districts }: CityRegions): void {
  PROVINCE_NO = `${code.slice(0, 2)}0000`
  CITY_NO = code
  CITY_NAME = name
  DISTRICTS = districts.map((district) => ({ ...district, center: district.center ?? null }))
  CITY_BOUNDS = code === '310100' ? SHANGHAI : boundsOf(DISTRICTS)
  districtNames = new Map(DISTRICTS.map((district) => [district.code, district.name]))
  streetNames = new Map(DISTRICTS.flatMap(({ streets }) => streets).map((street) => [street.code, street.name]))
}

/** Without the setting CITY. */
export const DEFAULT_CITY: CityRegions = {
  code: '310100',
  name: '上海市',
  districts: shanghai.map((district) => ({
    ...district,
    center: [district.center[0] ?? 0, district.center[1] ?? 0],
  })),
}
setCity(DEFAULT_CITY)

/** Pads a code to the area tree's twelve digits. */
export function toWireArea(code: string): string {
  return code.padEnd(12, '0')
}

/** Accepts twelve digits or the short form; empty stays empty. */
export function fromWireArea(code: string): string {
  if (code.length !== 12) return code
  return code.endsWith('000000') ? code.slice(0, 6) : code.slice(0, 9)
}

/** Unknown codes are returned unchanged, here and in `streetName`. */
export const districtName = (code: string): string => districtNames.get(code) ?? code

export const streetName = (code: string): string => streetNames.get(code) ?? code
