import { QueryClient } from '@tanstack/react-query'
import { KEPT_MS } from './keeper.ts'

/** An answer counts as fresh this long; going back and forth asks nothing again. */
const FRESH_MS = 30_000

/** `networkMode: always`: a cold offline visit must fail at once, not wait for a network. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: false, staleTime: FRESH_MS, gcTime: KEPT_MS },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
