import { PUBLICATION_PAGE_SIZES } from '#contract/page-sizes.ts'
import { KINDS } from '#contract/publication-kinds.ts'
import { type AddressOf, searchOf, choiceField, pageField, sizeField, wordField } from '#app/lib/address-fields.ts'

export const publishingSearch = searchOf({
  kind: choiceField(KINDS),
  state: choiceField([0, 1, 2]),
  search: wordField,
  page: pageField,
  size: sizeField(PUBLICATION_PAGE_SIZES),
})

export type PublishingSearch = AddressOf<typeof publishingSearch>
