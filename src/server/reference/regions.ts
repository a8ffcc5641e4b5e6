import type { CityRegions } from '#contract/city-regions.ts'
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

let districtNames = new Map<string, string>()
let streetNames = new Map<string, string>()

/** Before the first use of regions; without it they are Shanghai's. */
export function setCity({ code, name, districts }: CityRegions): void {
  PROVINCE_NO = `${code.slice(0, 2)}0000`
  CITY_NO = code
  CITY_NAME = name
  DISTRICTS = districts.map((district) => ({ ...district, center: district.center ?? null }))
  districtNames = new Map(DISTRICTS.map((district) => [district.code, district.name]))
  streetNames = new Map(DISTRICTS.flatMap(({ streets }) => streets).map((street) => [street.code, street.name]))
}

setCity({
  code: '310100',
  name: '上海市',
  districts: shanghai.map((district) => ({
    ...district,
    center: [district.center[0] ?? 0, district.center[1] ?? 0],
  })),
})

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
