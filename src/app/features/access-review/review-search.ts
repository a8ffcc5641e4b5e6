import * as v from 'valibot'
import { REVIEW_PAGE_SIZES } from '#contract/approval.ts'

const word = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(String), v.maxLength(64))), undefined)
const page = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1))), undefined)
const size = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist(REVIEW_PAGE_SIZES))), undefined)

/** What the address of the access review says: the tab (the first is the documents' noApprove), and each tab's search and page. */
export const reviewSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(['approved'])), undefined),
  search: word,
  page,
  size,
  approvedSearch: word,
  approvedPage: page,
  approvedSize: size,
})

export type ReviewSearch = v.InferOutput<typeof reviewSearch>
