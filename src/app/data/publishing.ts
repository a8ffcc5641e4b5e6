import type { QueryClient } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Preview, publishing } from '#contract/publishing.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queriesOf, queryOf } from './query-of.ts'

export const publishingQuery = {
  ...queriesOf(publishing, 'list'),
  /** An edit starts from the current version, and keeps it. */
  detail: (input: InputOf<typeof publishing.detail>) => ({
    ...queryOf(publishing.detail, input),
    staleTime: Infinity,
    gcTime: 0,
  }),
}

function listsAreStale(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [id] }) => typeof id === 'string' && /^(publishing\.list|portal\..+)$/.test(id),
  })
}

async function changing<T>(client: QueryClient, change: Promise<T>): Promise<T> {
  try {
    return await change
  } finally {
    listsAreStale(client)
  }
}

type Saved = InputOf<typeof publishing.save>
type Seen = InputOf<typeof publishing.publish>

export async function previewPublication(input: InputOf<typeof publishing.preview>): Promise<Preview> {
  const seen = await send(publishing.preview, input)
  return seen.url.startsWith('/field/') ? { ...seen, url: addressOf(seen.url) } : seen
}

export const savePublication = (client: QueryClient, input: Saved): Promise<OutputOf<typeof publishing.save>> =>
  changing(client, send(publishing.save, input))
export const publishItem = (client: QueryClient, input: Seen) => changing(client, send(publishing.publish, input))
export const withdrawItem = (client: QueryClient, input: Seen) => changing(client, send(publishing.withdraw, input))
export const removeDraft = (client: QueryClient, input: Seen) => changing(client, send(publishing.remove, input))
export const pinItem = (client: QueryClient, input: InputOf<typeof publishing.pin>) =>
  changing(client, send(publishing.pin, input))
