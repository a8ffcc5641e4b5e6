import regions from './regions.json' with { type: 'json' }

/**
 * Six and nine digits; `center` approximate, [longitude, latitude]. Source: Administrative-divisions-of-China
 * (MIT).
 */
export interface District {
  readonly code: string
  readonly name: string
  readonly center: readonly [number, number]
  readonly streets: readonly { readonly code: string; readonly name: string }[]
}

export const PROVINCE_NO = '310000'
export const CITY_NO = '310100'
export const CITY_NAME = '上海市'

export const DISTRICTS: readonly District[] = regions.map((district) => ({
  ...district,
  center: [district.center[0] ?? 0, district.center[1] ?? 0],
}))

/** Pads a code to the area tree's twelve digits. */
export function toWireArea(code: string): string {
  return code.padEnd(12, '0')
}

/** Accepts twelve digits or the short form; empty stays empty. */
export function fromWireArea(code: string): string {
  if (code.length !== 12) return code
  return code.endsWith('000000') ? code.slice(0, 6) : code.slice(0, 9)
}

const DISTRICT_NAMES = new Map(DISTRICTS.map(({ code, name }) => [code, name]))
const STREET_NAMES = new Map(DISTRICTS.flatMap(({ streets }) => streets).map(({ code, name }) => [code, name]))

/** Unknown codes are returned unchanged, here and in `streetName`. */
export const districtName = (code: string): string => DISTRICT_NAMES.get(code) ?? code

export const streetName = (code: string): string => STREET_NAMES.get(code) ?? code
