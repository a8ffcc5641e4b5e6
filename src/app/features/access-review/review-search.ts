import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import {
  type AddressOf,
  searchOf,
  choiceField,
  idField,
  pageField,
  sizeField,
  wordField,
} from '#app/lib/address-fields.ts'

const size = sizeField(LIST_PAGE_SIZES)

/** No tab: noApprove; `passed` and `refused` filter `approved`. */
export const reviewSearch = searchOf({
  id: idField,
  opensFirst: choiceField([1]),
  tab: choiceField(['approved', 'passed', 'refused']),
  search: wordField,
  page: pageField,
  size,
  approvedSearch: wordField,
  approvedPage: pageField,
  approvedSize: size,
})

export type ReviewSearch = AddressOf<typeof reviewSearch>
