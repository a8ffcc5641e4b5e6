import * as v from 'valibot'
import { UNIT_PAGE_SIZES } from '#contract/unit-management.ts'
import { formField, pageField, sizeField, wordField } from '#app/lib/address-fields.ts'

/** What the address of the unit list says. `area` is a code of twelve digits, of whatever level. */
export const unitSearch = v.object({
  search: wordField,
  area: formField(/^\d{12}$/),
  page: pageField,
  size: sizeField(UNIT_PAGE_SIZES),
})
export type UnitSearch = v.InferOutput<typeof unitSearch>

/** What the address of the account list says. */
export const accountSearch = v.object({ company: wordField, page: pageField })
export type AccountSearch = v.InferOutput<typeof accountSearch>
