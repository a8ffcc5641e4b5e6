import * as v from 'valibot'
import { PROVIDER_PAGE_SIZES } from '#contract/provider.ts'

const asText = v.pipe(v.unknown(), v.transform(String))
const code = (known: RegExp) => v.fallback(v.optional(v.pipe(asText, v.regex(known))), undefined)

/** What the address of the provider list says. Missing: as at first. */
export const providerSearch = v.object({
  search: v.fallback(v.optional(v.pipe(asText, v.maxLength(64))), undefined),
  county: code(/^\d{6}$/),
  status: code(/^[0-3]$/),
  accessStatus: code(/^[0-2]$/),
  page: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1))), undefined),
  size: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist(PROVIDER_PAGE_SIZES))), undefined),
})

export type ProviderSearch = v.InferOutput<typeof providerSearch>
