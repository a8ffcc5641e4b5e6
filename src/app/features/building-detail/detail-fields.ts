import { wordField } from '#app/lib/address-fields.ts'

/** Of the page's URL. */
export const detailFields = {
  /** Keyword of the points, or id on the plan. */
  point: wordField,
  floor: wordField,
}
