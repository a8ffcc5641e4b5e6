import { choiceField, searchOf } from '#app/lib/address-fields.ts'

export const organSearch = searchOf({ contactless: choiceField([1]) })
