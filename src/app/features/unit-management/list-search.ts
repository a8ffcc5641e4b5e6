import { UNIT_PAGE_SIZES } from '#contract/page-sizes.ts'
import {
  type AddressOf,
  choiceField,
  searchOf,
  formField,
  pageField,
  sizeField,
  wordField,
} from '#app/lib/address-fields.ts'

/** `area`: 12 digits. */
export const unitSearch = searchOf({
  search: wordField,
  area: formField(/^\d{12}$/),
  type: formField(/^[1-3]$/),
  condition: choiceField(['fire', 'accountless']),
  order: choiceField(['newest']),
  page: pageField,
  size: sizeField(UNIT_PAGE_SIZES),
})
export type UnitSearch = AddressOf<typeof unitSearch>

export const accountSearch = searchOf({ company: wordField, page: pageField, size: sizeField(UNIT_PAGE_SIZES) })
export type AccountSearch = AddressOf<typeof accountSearch>
