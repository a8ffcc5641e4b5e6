import * as v from 'valibot'

// Fields of an address: whatever somebody typed there, a field that can't be meant counts as missing.

const asText = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'object' ? '' : String(value))),
)
const asNumber = v.pipe(v.unknown(), v.transform(Number))

/** Text a person searches for. */
export const wordField = v.fallback(v.optional(v.pipe(asText, v.maxLength(64))), undefined)

/** Text of a known form. */
export const formField = (form: RegExp) => v.fallback(v.optional(v.pipe(asText, v.regex(form))), undefined)

/** One of a few words. */
export const choiceField = <const T extends readonly string[]>(choices: T) =>
  v.fallback(v.optional(v.pipe(asText, v.picklist(choices))), undefined)

/** A page's number, from 1 on. */
export const pageField = v.fallback(v.optional(v.pipe(asNumber, v.integer(), v.minValue(1))), undefined)

/** Rows a page, one of the offered sizes. */
export const sizeField = <const T extends readonly number[]>(sizes: T) =>
  v.fallback(v.optional(v.pipe(asNumber, v.picklist(sizes))), undefined)
