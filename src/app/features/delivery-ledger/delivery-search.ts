import { DELIVERY_CHANNELS, DELIVERY_RESULTS } from '#contract/delivery-results.ts'
import {
  type AddressOf,
  choiceField,
  formField,
  idField,
  pageField,
  searchOf,
  wordField,
} from '#app/lib/address-fields.ts'

const moment = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const deliverySearch = searchOf({
  channel: choiceField(DELIVERY_CHANNELS),
  result: choiceField(DELIVERY_RESULTS),
  building: idField,
  words: wordField,
  county: formField(/^\d{6}$/),
  from: moment,
  to: moment,
  page: pageField,
})

export type DeliverySearch = AddressOf<typeof deliverySearch>
