/**
 * A building's height class, which nobody chooses: by its height in metres and its floors above ground.
 * @returns '1' to '4' as the height dictionary has them, '' while what it depends on is unknown
 */
export function heightClass(height: number, upperLevel: number): '' | '1' | '2' | '3' | '4' {
  if (height > 100) return '4'
  if (height > 24) return '3'
  if (!(height > 0) || !(upperLevel >= 1)) return ''
  return upperLevel > 1 ? '2' : '1'
}

/** What is wrong with a year of building; '' where nothing is. @param thisYear the year it is now in Shanghai */
export function yearProblem(year: number, thisYear: number): string {
  return Number.isInteger(year) && year >= 1949 && year <= 2100 && year <= thisYear ? '' : '请核实建筑年份'
}

const HALF_WIDTH = /[()]/

/** Names are compared with those of other registers, which write Chinese parentheses. */
export const hasHalfWidthParentheses = (name: string) => HALF_WIDTH.test(name)

/**
 * Which class of building the dashboards count it in: 1 large commercial complex (50,000 m² and more), 2 super
 * high-rise (over 100 m), null an ordinary one.
 * @param area building area in m², `height` in m
 */
export function buildingTypeOf(told: { natureId: string; area: number; height: number }): 1 | 2 | null {
  if (told.natureId === '3' && told.area >= 50_000) return 1
  return told.height > 100 ? 2 : null
}

/** What each field of a building's form is called, wherever it is shown. */
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
  constructId: '建筑结构',
  buildingYear: '建筑年份',
} as const
export type BuildingField = keyof typeof BUILDING_FIELD_LABELS

/**
 * Fields that a unit changes at once in a building of the register, because they describe its use. Every other change by
 * a unit waits for the authority.
 */
export const FREE_FIELDS: readonly BuildingField[] = ['natureId']
