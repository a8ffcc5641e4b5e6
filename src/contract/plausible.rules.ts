/** Degrees of WGS-84. */
export interface Bounds {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export const SHANGHAI: Bounds = { west: 120.5, east: 122.6, south: 30.3, north: 32.2 }
export const CHINA: Bounds = { west: 73, east: 136, south: 3, north: 54 }

/** @returns error text; '' if valid or both missing */
export function placeProblem(
  lng: number | null | undefined,
  lat: number | null | undefined,
  { west, east, south, north } = SHANGHAI,
): string {
  const isInCity = (x: number, y: number) => x >= west && x <= east && y >= south && y <= north
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
