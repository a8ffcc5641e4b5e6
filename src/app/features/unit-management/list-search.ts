import { UNIT_PAGE_SIZES } from '#contract/page-sizes.ts'
import { type AddressOf, addressOf, formField, pageField, sizeField, wordField } from '#app/lib/address-fields.ts'

/** What the address of the unit list says. `area` is a code of twelve digits, of whatever level. */
export const unitSearch = addressOf({
  search: wordField,
  area: formField(/^\d{12}$/),
  page: pageField,
  size: sizeField(UNIT_PAGE_SIZES),
})
export type UnitSearch = AddressOf<typeof unitSearch>

/** What the address of the account list says. */
export const accountSearch = addressOf({ company: wordField, page: pageField })
export type AccountSearch = AddressOf<typeof accountSearch>
