import * as v from 'valibot'
import { KINDS, PUBLICATION_PAGE_SIZES } from '#contract/publishing.ts'

const asNumber = v.pipe(v.unknown(), v.transform(Number))
const asText = v.pipe(v.unknown(), v.transform(String))

/** What the address of the publishing page says. Missing: as at first. */
export const publishingSearch = v.object({
  kind: v.fallback(v.optional(v.pipe(asNumber, v.picklist(KINDS))), undefined),
  state: v.fallback(v.optional(v.pipe(asNumber, v.picklist([0, 1, 2]))), undefined),
  search: v.fallback(v.optional(v.pipe(asText, v.maxLength(64))), undefined),
  page: v.fallback(v.optional(v.pipe(asNumber, v.integer(), v.minValue(1))), undefined),
  size: v.fallback(v.optional(v.pipe(asNumber, v.picklist(PUBLICATION_PAGE_SIZES))), undefined),
})

export type PublishingSearch = v.InferOutput<typeof publishingSearch>
