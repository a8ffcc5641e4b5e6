import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import {
  type AddressOf,
  addressOf,
  choiceField,
  formField,
  pageField,
  sizeField,
  wordField,
} from '#app/lib/address-fields.ts'

const digits = formField(/^\d{1,15}$/)
const status = formField(/^[0-3]$/)
const size = sizeField(LIST_PAGE_SIZES)

/** What the address of the building list says: the tab, and each tab's own filters and page. Missing: as at first. */
export const listSearch = addressOf({
  tab: choiceField(['approve']),
  search: wordField,
  /** `pre`: pre-registered, whatever the status. */
  isAccess: formField(/^([0-3]|0,3|pre)$/),
  complexName: wordField,
  county: digits,
  street: digits,
  isvId: digits,
  buildingType: formField(/^[12]$/),
  /** A band of `score-bands.ts`. */
  score: status,
  order: formField(/^score/),
  page: pageField,
  size,
  approveSearch: wordField,
  approveStatus: status,
  approveComplex: wordField,
  approvePage: pageField,
  approveSize: size,
  /** The building whose refused declaration is gone on with. */
  declare: digits,
})

export type ListSearch = AddressOf<typeof listSearch>
export const FIRST_SIZE = 10
