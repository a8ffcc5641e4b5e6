import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import {
  type AddressOf,
  searchOf,
  choiceField,
  formField,
  pageField,
  sizeField,
  wordField,
} from '#app/lib/address-fields.ts'

const digits = formField(/^\d{1,15}$/)
const code = formField(/^[a-z]+$/i)
const status = formField(/^[0-3]$/)
const size = sizeField(LIST_PAGE_SIZES)

/** Missing: defaults. */
export const listSearch = searchOf({
  tab: choiceField(['approve']),
  search: wordField,
  /** `pre`: in any status. */
  isAccess: formField(/^([0-3]|0,3|pre)$/),
  complexName: wordField,
  county: digits,
  street: digits,
  isvId: digits,
  unit: digits,
  buildingType: formField(/^[12]$/),
  score: status,
  condition: code,
  /** Missing: worst first. */
  order: code,
  page: pageField,
  size,
  approveSearch: wordField,
  approveStatus: status,
  approveComplex: wordField,
  approvePage: pageField,
  approveSize: size,
  declare: digits,
})

export type ListSearch = AddressOf<typeof listSearch>
export const FIRST_SIZE = 10
