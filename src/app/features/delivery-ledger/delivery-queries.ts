import { type delivery, DELIVERY_PAGE_SIZE } from '#contract/delivery.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { deliveryQuery } from '#app/data/delivery.ts'
import type { DeliverySearch } from './delivery-search.ts'

export const deliveryFilter = (search: DeliverySearch): InputOf<typeof delivery.export> => ({
  channel: search.channel ?? '',
  result: search.result ?? '',
  buildingId: search.building ?? '',
  search: search.words ?? '',
  countyNo: search.county ?? '',
  startTime: search.from ?? '',
  endTime: search.to ?? '',
})

export const deliveriesOf = (search: DeliverySearch) =>
  deliveryQuery.list({ ...deliveryFilter(search), currentPage: search.page ?? 1, pageSize: DELIVERY_PAGE_SIZE })
