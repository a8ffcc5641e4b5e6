import { BUILDING_ORDERS } from '#contract/building.ts'
import { SCORE_BANDS } from '#contract/score.rules.ts'
import type { ListSearch } from './list-search.ts'

/** Source: document 2, section 4. */
const LABELS = ['80分及以上', '60 至 80 分', '60分以下']

export const BAND_OPTIONS = [
  { value: '', label: '全部评分' },
  ...SCORE_BANDS.map(({ word }, at) => ({ value: String(at + 1), label: `${LABELS[at]}（${word}）` })),
]

export const ORDER_OPTIONS = [
  { value: '', label: '最严重在前' },
  { value: 'newest', label: '最新的在前' },
  { value: BUILDING_ORDERS[0], label: '评分从低到高' },
  { value: BUILDING_ORDERS[1], label: '评分从高到低' },
]

export function scoreBounds({ score = '' }: ListSearch) {
  const band = SCORE_BANDS[Number(score) - 1]
  return band && { startScore: band.from, endScore: band.to === 100 ? 100 : band.to - 0.1 }
}

/** Undefined: newest first. */
export const orderOf = ({ order }: ListSearch) =>
  order === 'newest' ? undefined : (BUILDING_ORDERS.find((known) => known === order) ?? 'worst')
