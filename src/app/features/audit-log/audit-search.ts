import { type AddressOf, addressOf, formField, wordField } from '#app/lib/address-fields.ts'

const time = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** What the address of the audit says: what narrows it. */
export const auditSearch = addressOf({
  start: time,
  end: time,
  account: wordField,
  action: formField(/^[a-zA-Z]+\.[a-zA-Z]+$/),
  object: wordField,
})

export type AuditSearch = AddressOf<typeof auditSearch>

/** The address as the calls take it. */
export const filterOf = ({ start = '', end = '', account = '', action = '', object = '' }: AuditSearch) => ({
  startTime: start,
  endTime: end,
  account,
  action,
  object,
})
