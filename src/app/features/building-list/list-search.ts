import * as v from 'valibot'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'

const asText = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'object' ? '' : String(value))),
)
const word = v.fallback(v.optional(v.pipe(asText, v.maxLength(100))), undefined)
const digits = v.fallback(v.optional(v.pipe(asText, v.regex(/^\d{1,15}$/))), undefined)
const status = v.fallback(v.optional(v.pipe(asText, v.regex(/^[0-3]$/))), undefined)
const type = v.fallback(v.optional(v.pipe(asText, v.regex(/^[12]$/))), undefined)
const page = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1))), undefined)
const size = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist(LIST_PAGE_SIZES))), undefined)

/** What the address of the building list says: the tab, and each tab's own filters and page. Missing: as at first. */
export const listSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(['approve'])), undefined),
  search: word,
  isAccess: status,
  complexName: word,
  county: digits,
  street: digits,
  isvId: digits,
  buildingType: type,
  page,
  size,
  approveSearch: word,
  approveStatus: status,
  approveComplex: word,
  approvePage: page,
  approveSize: size,
})

export type ListSearch = v.InferOutput<typeof listSearch>
export const FIRST_SIZE = 10
