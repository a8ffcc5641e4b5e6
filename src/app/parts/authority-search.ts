import * as v from 'valibot'

/** What the address of the authority's dashboard and of the wall screen says: the district and the building type. */
export const authoritySearch = v.object({
  county: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(String), v.regex(/^31\d{4}$/))), undefined),
  buildType: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist([1, 2]))), undefined),
})

export type AuthoritySearch = v.InferOutput<typeof authoritySearch>
