import { SHELF_STATES } from '#contract/shelf.rules.ts'
import { type AddressOf, choiceField, formField, idField, pageField, searchOf } from '#app/lib/address-fields.ts'

export const shelfSearch = searchOf({
  building: idField,
  state: choiceField(SHELF_STATES),
  county: formField(/^\d{6}$/),
  page: pageField,
})

export type ShelfSearch = AddressOf<typeof shelfSearch>
