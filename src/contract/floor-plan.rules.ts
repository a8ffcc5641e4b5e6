/** Bytes of a picture; the client scales larger ones down. */
export const PLAN_BYTES = 2 * 1024 * 1024
/** Longest side after scaling, pixels. */
export const PLAN_SIDE = 2400
export const MOST_FLOOR_PLANS = 200
/** Places per write. */
export const MOST_PLACES = 500
/** Points per floor. */
export const MOST_FLOOR_POINTS = 2000

export const POINT_STATES = ['alarm', 'fault', 'offline', 'shield', 'normal'] as const
export type PointState = (typeof POINT_STATES)[number]

export const ROOF_LEVEL = 10_000
const UNDER = /^(B|-|－|负|地下)/i

/** Height of a floor by its name, as people write it; unknown names are below all others. */
export function floorLevel(floor: string): number {
  if (/屋|天台|^R/i.test(floor)) return ROOF_LEVEL
  const digits = /\d+/.exec(floor)
  if (!digits) return -ROOF_LEVEL
  const level = Number(digits[0])
  return UNDER.test(floor) ? -level : level
}

export const isPlainFloor = (floor: string): boolean => /^\d+(层|楼|F)?$/i.test(floor.replace(UNDER, ''))

/** Top floor first. */
export const compareFloors = (a: string, b: string): number =>
  floorLevel(b) - floorLevel(a) || (a < b ? 1 : a > b ? -1 : 0)
