import { type AddressOf, searchOf, choiceField, formField, idField, pageField } from '#app/lib/address-fields.ts'

const time = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const checkSearch = searchOf({
  state: choiceField(['waiting', 'answered', 'missed']),
  building: idField,
  start: time,
  end: time,
  page: pageField,
})
export type CheckSearch = AddressOf<typeof checkSearch>
