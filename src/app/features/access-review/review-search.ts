import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { type AddressOf, addressOf, choiceField, pageField, sizeField, wordField } from '#app/lib/address-fields.ts'

const size = sizeField(LIST_PAGE_SIZES)

/** What the address of the access review says: the tab (the first is the documents' noApprove; `passed` and `refused` are parts of `approved`), and each tab's search and page. */
export const reviewSearch = addressOf({
  tab: choiceField(['approved', 'passed', 'refused']),
  search: wordField,
  page: pageField,
  size,
  approvedSearch: wordField,
  approvedPage: pageField,
  approvedSize: size,
})

export type ReviewSearch = AddressOf<typeof reviewSearch>
