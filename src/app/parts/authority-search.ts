import { type AddressOf, addressOf, choiceField, formField } from '#app/lib/address-fields.ts'

/** What the address of the authority's dashboard and of the wall screen says: the district and the building type. */
export const authoritySearch = addressOf({
  county: formField(/^31\d{4}$/),
  buildType: choiceField([1, 2]),
})

export type AuthoritySearch = AddressOf<typeof authoritySearch>
