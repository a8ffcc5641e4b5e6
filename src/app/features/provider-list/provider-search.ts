import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { type AddressOf, searchOf, formField, pageField, sizeField, wordField } from '#app/lib/address-fields.ts'

export const providerSearch = searchOf({
  search: wordField,
  county: formField(/^\d{6}$/),
  status: formField(/^[0-3]$/),
  accessStatus: formField(/^[0-2]$/),
  page: pageField,
  size: sizeField(LIST_PAGE_SIZES),
})

export type ProviderSearch = AddressOf<typeof providerSearch>
