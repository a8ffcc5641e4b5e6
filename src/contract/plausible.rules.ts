/** City with its islands and waters, in degrees of WGS-84. */
const CITY = { west: 120.5, east: 122.6, south: 30.3, north: 32.2 } as const

const isInCity = (lng: number, lat: number) =>
  lng >= CITY.west && lng <= CITY.east && lat >= CITY.south && lat <= CITY.north

/** @returns error text; '' if valid or both missing */
export function placeProblem(lng: number | null | undefined, lat: number | null | undefined): string {
  const isGiven = (degrees: unknown): degrees is number => typeof degrees === 'number'
  if (!isGiven(lng) && !isGiven(lat)) return ''
  if (!isGiven(lng) || !isGiven(lat)) return '经度和纬度须同时填写'
  if (isInCity(lng, lat)) return ''
  return isInCity(lat, lng) ? '经度与纬度填反了' : '坐标不在本市范围内'
}

/** Metres; the tallest building in the world has 828. */
export const HIGHEST_M = 1_000

/** Both in m². */
export const isAreaPlausible = ({ area, floorSpace }: { readonly area: number; readonly floorSpace: number }) =>
  area >= floorSpace

export const AREA_PROBLEM = '建筑面积不应小于占地面积'

/** Excludes line breaks and zero-width characters. */
export const isVisibleLine = (text: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
