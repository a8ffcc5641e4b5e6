import { CHECK_PAGE_SIZE } from '#contract/page-sizes.ts'
import { dutyCheckQuery } from '#app/data/duty-check.ts'
import type { CheckSearch } from './check-search.ts'

export const checkFilterOf = ({ state, building = '', start = '', end = '' }: CheckSearch) =>
  ({ state: state ?? '', buildingId: building, startTime: start, endTime: end }) as const

export const checksOf = (search: CheckSearch) =>
  dutyCheckQuery.list({
    ...checkFilterOf(search),
    currentPage: String(search.page ?? 1),
    pageSize: String(CHECK_PAGE_SIZE),
  })
