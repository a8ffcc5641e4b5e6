import { type AddressOf, searchOf, choiceField, formField } from '#app/lib/address-fields.ts'

export const authoritySearch = searchOf({
  county: formField(/^31\d{4}$/),
  buildType: choiceField([1, 2]),
})

export type AuthoritySearch = AddressOf<typeof authoritySearch>
