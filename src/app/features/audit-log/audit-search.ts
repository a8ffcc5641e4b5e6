import * as v from 'valibot'

const asText = v.pipe(v.unknown(), v.transform(String))
const time = v.fallback(v.optional(v.pipe(asText, v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))), undefined)
const words = v.fallback(v.optional(v.pipe(asText, v.maxLength(64))), undefined)

/** What the address of the audit says: what narrows it. */
export const auditSearch = v.object({
  start: time,
  end: time,
  account: words,
  action: v.fallback(v.optional(v.pipe(asText, v.regex(/^[a-zA-Z]+\.[a-zA-Z]+$/))), undefined),
  object: words,
})

export type AuditSearch = v.InferOutput<typeof auditSearch>

/** The address as the calls take it. */
export const filterOf = ({ start = '', end = '', account = '', action = '', object = '' }: AuditSearch) => ({
  startTime: start,
  endTime: end,
  account,
  action,
  object,
})
