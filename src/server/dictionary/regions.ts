import regions from './regions.json' with { type: 'json' }

/**
 * The city's districts and their streets. Codes are six and nine digits, `center` is [longitude, latitude] in WGS-84 degrees.
 * Source: Administrative-divisions-of-China (MIT), from the national statistics codes; centres are approximate.
 */
export interface District {
  readonly code: string
  readonly name: string
  readonly center: readonly [number, number]
  readonly streets: readonly { readonly code: string; readonly name: string }[]
}

/** Province and city the platform serves, as buildings and units name them. */
export const PROVINCE_NO = '310000'
export const CITY_NO = '310100'
export const CITY_NAME = '上海市'

export const DISTRICTS: readonly District[] = regions.map((district) => ({
  ...district,
  center: [district.center[0] ?? 0, district.center[1] ?? 0],
}))

/** An area code as the area tree writes it: twelve digits. */
export function toWireArea(code: string): string {
  return code.padEnd(12, '0')
}

/** A district (6) or street (9 digits) code out of either form; empty stays empty. */
export function fromWireArea(code: string): string {
  if (code.length !== 12) return code
  return code.endsWith('000000') ? code.slice(0, 6) : code.slice(0, 9)
}

const DISTRICT_NAMES = new Map(DISTRICTS.map(({ code, name }) => [code, name]))
const STREET_NAMES = new Map(DISTRICTS.flatMap(({ streets }) => streets).map(({ code, name }) => [code, name]))

/** A district's name by its six digits; a code nobody knows as it is. */
export const districtName = (code: string): string => DISTRICT_NAMES.get(code) ?? code

/** A street's name by its nine digits; a code nobody knows as it is. */
export const streetName = (code: string): string => STREET_NAMES.get(code) ?? code
