import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters } from '@tanstack/react-query'
import { KEPT_MS } from './cache-persister.ts'

const FRESH_MS = 30_000

/** A first answer on its way may be older than the invalidation, which would spare it. */
class Client extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(first.map(({ promise }) => promise))
    await super.invalidateQueries({ predicate: (query) => first.includes(query) }, options)
  }
}

/** `networkMode: always`: an offline start must fail at once. */
export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: false, staleTime: FRESH_MS, gcTime: KEPT_MS },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
