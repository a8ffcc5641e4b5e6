import type { QueryClient } from '@tanstack/react-query'
import { SHELF_PAGE_SIZE } from '#contract/shelf.ts'
import { buildingQuery } from '#app/data/building.ts'
import { readAhead } from '#app/data/query-of.ts'
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

export const readShelvesAhead = (client: QueryClient, search: ShelfSearch) =>
  readAhead(client, shelvesOf(search), ...(Object.keys(search).length === 0 ? [buildingQuery.worst()] : []))
