import * as v from 'valibot'
import { UNIT_PAGE_SIZES } from '#contract/unit-management.ts'

const asText = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'object' ? '' : String(value))),
)
const page = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1))), undefined)

/** What the address of the unit list says. `area` is a code of twelve digits, of whatever level. */
export const unitSearch = v.object({
  search: v.fallback(v.optional(v.pipe(asText, v.maxLength(64))), undefined),
  area: v.fallback(v.optional(v.pipe(asText, v.regex(/^\d{12}$/))), undefined),
  page,
  size: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist(UNIT_PAGE_SIZES))), undefined),
})
export type UnitSearch = v.InferOutput<typeof unitSearch>

/** What the address of the account list says. */
export const accountSearch = v.object({
  company: v.fallback(v.optional(v.pipe(asText, v.maxLength(64))), undefined),
  page,
})
export type AccountSearch = v.InferOutput<typeof accountSearch>
