import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { send } from '#app/session/send.ts'

type NoEffect = Endpoint & { readonly effect: false }

/** The query of a call that changes nothing: its key is the call's id and input, its keeping the contract's word. */
export function queryOf<E extends NoEffect>(endpoint: E, input: InputOf<E>) {
  return queryOptions<OutputOf<E>, Error, OutputOf<E>, readonly [string, InputOf<E>]>({
    queryKey: [endpoint.id, input],
    queryFn: ({ signal }) => send(endpoint, input, signal),
    meta: { keep: endpoint.cache === 'keep' },
  })
}

/** Starts reading what a screen will show, while its code is still on the way. */
export function readAhead(client: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]): void {
  for (const query of queries) void client.prefetchQuery(query)
}
