import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Read, sendRead } from './call-batch.ts'

/** Persisted if `cache` is `keep`. */
export function queryOf<E extends Read>(endpoint: E, input: InputOf<E>) {
  return queryOptions<OutputOf<E>, Error, OutputOf<E>, readonly [string, InputOf<E>]>({
    queryKey: [endpoint.id, input],
    queryFn: ({ signal }) => sendRead(endpoint, input, signal),
    meta: { keep: endpoint.cache === 'keep' },
  })
}

type Input<E extends Read> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]
type Queries<G extends Record<string, Endpoint>, K extends keyof G> = {
  readonly [N in K]: G[N] extends Read ? (...input: Input<G[N]>) => ReturnType<typeof queryOf<G[N]>> : never
}

/** Queries of a group's calls, by their verbs. */
export function queriesOf<G extends Record<string, Endpoint>, K extends keyof G>(group: G, ...verbs: readonly K[]) {
  const queries = verbs.map((verb) => [verb, (input = {}) => queryOf(group[verb] as unknown as Read, input)] as const)
  return Object.fromEntries(queries) as unknown as Queries<G, K>
}

export function readAhead(client: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]): void {
  for (const query of queries) void client.prefetchQuery(query)
}
