import { AUDIT_KINDS } from '#contract/audit-kinds.ts'
import { type AddressOf, choiceField, searchOf, formField, wordField } from '#app/lib/address-fields.ts'

const time = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const auditSearch = searchOf({
  start: time,
  end: time,
  account: wordField,
  action: formField(/^[a-zA-Z]+\.[a-zA-Z]+$/),
  kind: choiceField(AUDIT_KINDS),
  object: wordField,
})

export type AuditSearch = AddressOf<typeof auditSearch>

export const filterOf = ({ start = '', end = '', account = '', action = '', kind, object = '' }: AuditSearch) => ({
  startTime: start,
  endTime: end,
  account,
  action,
  kind: kind ?? ('all' as const),
  object,
})
