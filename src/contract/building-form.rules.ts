/**
 * Height class of a building, by height in metres and floors above ground.
 * @returns '1' to '4' as in the height dictionary; '' if the input is incomplete
 */
export function heightClass(height: number, upperLevel: number): '' | '1' | '2' | '3' | '4' {
  if (height > 100) return '4'
  if (height > 24) return '3'
  if (!(height > 0) || !(upperLevel >= 1)) return ''
  return upperLevel > 1 ? '2' : '1'
}

/**
 * @param thisYear current year in Shanghai
 * @returns error text, or ''
 */
export function yearProblem(year: number, thisYear: number): string {
  return Number.isInteger(year) && year >= 1949 && year <= 2100 && year <= thisYear ? '' : '请核实竣工年份'
}

const HALF_WIDTH = /[()]/

/** Names must match other registers, which use full-width parentheses. */
export const hasHalfWidthParentheses = (name: string) => HALF_WIDTH.test(name)

/**
 * @param told `area` is the floor area in m², `height` in m
 * @returns 1 large commercial complex (50,000 m² and more), 2 super high-rise (over 100 m), null ordinary
 */
export function buildingTypeOf(told: {
  natureId: string | null
  area: number | null
  height: number | null
}): 1 | 2 | null {
  if (told.natureId === '3' && (told.area ?? 0) >= 50_000) return 1
  return (told.height ?? 0) > 100 ? 2 : null
}

export const BUILDING_FIELD_LABELS = {
  name: '建筑名称',
  complexName: '综合体名称',
  areaData: '所在区域',
  addressDetail: '详细地址',
  address: '地图地址',
  place: '坐标',
  floorSpace: '占地面积',
  area: '建筑面积',
  height: '建筑高度',
  upperLevel: '地上层数',
  underLevel: '地下层数',
  natureId: '使用性质',
  constructId: '结构类型',
  buildingYear: '竣工年份',
} as const
export type BuildingField = keyof typeof BUILDING_FIELD_LABELS

/** Fields of a registered building that a unit changes without approval because they describe its use. */
export const FREE_FIELDS: readonly BuildingField[] = ['natureId']
