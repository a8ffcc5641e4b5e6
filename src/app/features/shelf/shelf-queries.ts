import { SHELF_PAGE_SIZE } from '#contract/shelf.ts'
import { shelfQuery } from '#app/data/shelf.ts'
import type { ShelfSearch } from './shelf-search.ts'

export const shelvesOf = ({ building = '', state, county = '', page = 1 }: ShelfSearch) =>
  shelfQuery.list({
    buildingId: building,
    state: state ?? '',
    countyNo: county,
    currentPage: page,
    pageSize: SHELF_PAGE_SIZE,
  })
