import { formField, searchOf } from '#app/lib/address-fields.ts'

export const shiftSearch = searchOf({
  since: formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
})
