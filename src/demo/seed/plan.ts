import type { KindName } from './kind.ts'

/** Drives problems and score. */
export type Care = 'spotless' | 'good' | 'fair' | 'weak' | 'poor'

export interface Slot {
  readonly kind: KindName
  /** District code. */
  readonly district: string
  readonly owner: number
  readonly access: 0 | 1 | 2 | 3
  readonly care: Care
  readonly provider: number | null
  readonly size: 'S' | 'M' | 'L'
  readonly extra: Extra
}

interface Extra {
  readonly approve?: 0 | 1
  readonly name?: string
  readonly complex?: string
  readonly bare?: true
  /** An unknown device type. */
  readonly odd?: true
  /** Lacks optional data such as address, area and building year. */
  readonly gaps?: true
  /** Indexes of the property companies that manage it. */
  readonly managed?: readonly number[]
}

type Row = readonly [
  kind: KindName,
  districtEnd: string,
  owner: number,
  access: 0 | 1 | 2 | 3,
  care: Care,
  provider: number | null,
  size: 'S' | 'M' | 'L',
  extra?: Extra,
]

export const UNIT01 = 0
export const UNIT02 = 1
export const UNIT_NEW = 2
export const PROPERTY = 3
const SECOND_PROPERTY = 39

const LONG_NAME = '澄砚国际会展商务中心及地下综合交通换乘枢纽配套商业裙房（三期）南侧塔楼与空中连廊一体化建筑'

// prettier-ignore
const ROWS: readonly Row[] = [
  ['mall', '06', UNIT01, 1, 'good', 0, 'L', { managed: [PROPERTY] }],
  ['tower', '06', UNIT01, 1, 'fair', 1, 'L', { managed: [PROPERTY] }],
  ['office', '01', UNIT01, 1, 'poor', 0, 'M'],
  ['hotel', '06', UNIT01, 2, 'good', 2, 'S'],
  ['garage', '06', UNIT01, 3, 'good', 3, 'S'],
  ['apartment', '06', UNIT01, 0, 'good', null, 'S', { approve: 0, bare: true }],
  ['tower', '15', UNIT02, 1, 'good', 0, 'L', { managed: [PROPERTY] }],
  ['office', '15', UNIT02, 1, 'weak', 1, 'M'],
  ['warehouse', '15', UNIT02, 2, 'good', 2, 'S', { approve: 1 }],
  ['hotel', '05', UNIT_NEW, 1, 'good', 0, 'M'],
  ['mall', '04', 4, 1, 'fair', 1, 'L', { managed: [PROPERTY] }],
  ['office', '04', 4, 1, 'good', 0, 'M', { managed: [PROPERTY] }],
  ['garage', '04', 4, 1, 'spotless', 0, 'S', { managed: [PROPERTY] }],
  ['hospital', '04', 5, 1, 'good', 0, 'M'],
  ['hospital', '04', 5, 1, 'weak', 0, 'M', { gaps: true }],
  ['tower', '01', 6, 1, 'fair', 3, 'L', { managed: [PROPERTY] }],
  ['hotel', '01', 6, 1, 'poor', 3, 'M'],
  ['culture', '01', 7, 1, 'spotless', 0, 'S'],
  ['leisure', '01', 8, 2, 'good', 2, 'S'],
  ['office', '06', 9, 1, 'good', 1, 'M', { managed: [SECOND_PROPERTY], odd: true }],
  ['school', '06', 10, 1, 'good', 0, 'S'],
  ['residence', '06', 11, 1, 'weak', 1, 'S', { managed: [SECOND_PROPERTY] }],
  ['mall', '15', 12, 1, 'poor', 1, 'L', { name: LONG_NAME, complex: LONG_NAME }],
  ['office', '15', 12, 1, 'fair', 0, 'M'],
  ['station', '15', 13, 1, 'good', 0, 'M'],
  ['factory', '15', 14, 1, 'weak', 3, 'S'],
  ['school', '15', 15, 0, 'good', null, 'S', { bare: true }],
  ['hotel', '05', 16, 1, 'fair', 1, 'M'],
  ['office', '05', 16, 3, 'fair', 3, 'M'],
  ['station', '05', 17, 1, 'good', 0, 'M'],
  ['mall', '07', 18, 1, 'good', 0, 'L', { managed: [PROPERTY] }],
  ['residence', '07', 19, 1, 'weak', 3, 'S'],
  ['nursing', '07', 20, 0, 'good', 7, 'S', { approve: 0 }],
  ['office', '09', 21, 1, 'weak', 1, 'M'],
  ['school', '09', 21, 2, 'good', 2, 'S', { approve: 0 }],
  ['tower', '10', 22, 1, 'good', 0, 'L'],
  ['school', '10', 23, 1, 'spotless', 0, 'S'],
  ['apartment', '10', 22, 3, 'poor', 3, 'S', { managed: [SECOND_PROPERTY] }],
  ['mall', '12', 24, 1, 'good', 1, 'L'],
  ['factory', '12', 25, 1, 'good', 0, 'S'],
  ['hospital', '12', 26, 2, 'good', 0, 'M'],
  ['office', '12', 24, 0, 'good', 2, 'M', { approve: 1 }],
  ['factory', '13', 27, 1, 'poor', 1, 'S'],
  ['warehouse', '13', 27, 1, 'weak', 3, 'S'],
  ['nursing', '13', 28, 1, 'good', 0, 'S'],
  ['factory', '14', 29, 1, 'good', 0, 'S'],
  ['office', '14', 29, 2, 'good', 2, 'S'],
  ['leisure', '14', 30, 3, 'good', 1, 'S', { gaps: true }],
  ['residence', '16', 31, 1, 'weak', 1, 'S', { managed: [SECOND_PROPERTY] }],
  ['warehouse', '16', 31, 0, 'good', null, 'S', { approve: 1, bare: true }],
  ['school', '17', 32, 1, 'good', 0, 'S'],
  ['mall', '17', 33, 2, 'good', 0, 'M'],
  ['warehouse', '18', 33, 1, 'good', 3, 'S'],
  ['culture', '18', 32, 3, 'good', 3, 'S', { approve: 0 }],
  ['nursing', '20', 28, 2, 'good', 2, 'S'],
  ['factory', '20', 25, 1, 'fair', 0, 'S'],
  ['hotel', '51', 16, 1, 'good', 1, 'S'],
  ['culture', '51', 7, 0, 'good', 2, 'S'],
  ['apartment', '09', 19, 2, 'good', 0, 'S', { gaps: true }],
  ['station', '17', 17, 3, 'fair', 1, 'S', { approve: 1 }],
]

export const SLOTS: readonly Slot[] = ROWS.map(([kind, district, owner, access, care, provider, size, extra = {}]) => ({
  kind,
  district: `3101${district}`,
  owner,
  access,
  care,
  provider,
  size,
  extra,
}))

export const UNITS_PER_CITY = 40
export const FIRST_POINT_ID = 100_001
