import { PUBLICATION_PAGE_SIZES } from '#contract/page-sizes.ts'
import { KINDS } from '#contract/publication-kinds.ts'
import { type AddressOf, addressOf, choiceField, pageField, sizeField, wordField } from '#app/lib/address-fields.ts'

/** What the address of the publishing page says. Missing: as at first. */
export const publishingSearch = addressOf({
  kind: choiceField(KINDS),
  state: choiceField([0, 1, 2]),
  search: wordField,
  page: pageField,
  size: sizeField(PUBLICATION_PAGE_SIZES),
})

export type PublishingSearch = AddressOf<typeof publishingSearch>
