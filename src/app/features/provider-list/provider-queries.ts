import type { QueryClient } from '@tanstack/react-query'
import { authorityParts } from '#app/data/authority.ts'
import { providerQuery } from '#app/data/provider.ts'
import { readAhead } from '#app/data/query-of.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import type { ProviderSearch } from './provider-search.ts'

export const FIRST_SIZE = 10

export const filterOf = ({ search, county, status, accessStatus }: ProviderSearch) => ({
  search: search ?? '',
  county: county ?? '',
  status: (status ?? '') as '',
  accessStatus: (accessStatus ?? '') as '',
})

export const listOf = (search: ProviderSearch) =>
  providerQuery.list({
    ...filterOf(search),
    currentPage: search.page ?? 1,
    pageSize: search.size ?? FIRST_SIZE,
  })

export const countsOf = ({ county = '' }: ProviderSearch) => providerQuery.reviewCounts({ county })

export function readProvidersAhead(client: QueryClient, search: ProviderSearch): void {
  const { duty, isvRanking } = authorityParts(areaOf({}))
  readAhead(client, listOf(search), countsOf(search), providerQuery.dockingCounts(), duty, isvRanking)
}
