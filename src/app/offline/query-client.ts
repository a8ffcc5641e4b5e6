import { QueryClient } from '@tanstack/react-query'
import { KEPT_MS } from './cache-persister.ts'

const FRESH_MS = 30_000

/** `networkMode: always`: an offline start must fail at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: false, staleTime: FRESH_MS, gcTime: KEPT_MS },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
