import { type AddressOf, searchOf, formField, wordField } from '#app/lib/address-fields.ts'

const time = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const auditSearch = searchOf({
  start: time,
  end: time,
  account: wordField,
  action: formField(/^[a-zA-Z]+\.[a-zA-Z]+$/),
  object: wordField,
})

export type AuditSearch = AddressOf<typeof auditSearch>

export const filterOf = ({ start = '', end = '', account = '', action = '', object = '' }: AuditSearch) => ({
  startTime: start,
  endTime: end,
  account,
  action,
  object,
})
