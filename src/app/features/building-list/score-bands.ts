import { BUILDING_ORDERS } from '#contract/building.ts'
import { scoreWord } from '#contract/score.rules.ts'
import type { ListSearch } from './list-search.ts'

/** Source: document 2, section 4. */
const BANDS: Readonly<
  Record<string, { readonly label: string; readonly startScore: number; readonly endScore: number }>
> = {
  1: { label: '80分及以上', startScore: 80, endScore: 100 },
  2: { label: '60 至 80 分', startScore: 60, endScore: 79.9 },
  3: { label: '60分以下', startScore: 0, endScore: 59.9 },
}

export const BAND_OPTIONS = [
  { value: '', label: '全部评分' },
  ...Object.entries(BANDS).map(([value, { label, startScore }]) => ({
    value,
    label: `${label}（${scoreWord(startScore)}）`,
  })),
]

export const ORDER_OPTIONS = [
  { value: '', label: '最严重在前' },
  { value: 'newest', label: '最新的在前' },
  { value: BUILDING_ORDERS[0], label: '评分从低到高' },
  { value: BUILDING_ORDERS[1], label: '评分从高到低' },
]

export function scoreBounds({ score = '' }: ListSearch) {
  const band = BANDS[score]
  return band && { startScore: band.startScore, endScore: band.endScore }
}

/** Undefined: newest first. */
export const orderOf = ({ order }: ListSearch) =>
  order === 'newest' ? undefined : (BUILDING_ORDERS.find((known) => known === order) ?? 'worst')
