import * as v from 'valibot'
import { FIRST_LIST_PAGE_SIZE, LIST_PAGE_SIZES } from '#contract/page-sizes.ts'

const asText = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'object' ? '' : String(value))),
)
const digits = v.fallback(v.optional(v.pipe(asText, v.regex(/^\d{1,15}$/))), undefined)
const status = v.fallback(v.optional(v.pipe(asText, v.picklist(['0', '1']))), undefined)
const moment = v.fallback(v.optional(v.pipe(asText, v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))), undefined)
const page = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1))), undefined)
const size = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist(LIST_PAGE_SIZES))), undefined)

/** What the address of the problem statistics says: the tab, and each tab's own filters and page. Missing: as at first. */
export const statisticsSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(['score'])), undefined),
  buildingId: digits,
  status,
  /** When it was solved. */
  from: moment,
  to: moment,
  page,
  size,
  /** When it happened. */
  scoreFrom: moment,
  scoreTo: moment,
  scorePage: page,
  scoreSize: size,
})

export type StatisticsSearch = v.InferOutput<typeof statisticsSearch>
export const FIRST_SIZE = FIRST_LIST_PAGE_SIZE

export interface TabProps {
  readonly search: StatisticsSearch
  onChange(some: Partial<StatisticsSearch>): void
}
