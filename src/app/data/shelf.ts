import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { record } from '#contract/record.ts'
import { shelf, type ShelfRow } from '#contract/shelf.ts'
import { refusedSeq } from '#app/offline/outbox/outbox-state.ts'
import { writeQueued, type Written } from '#app/offline/outbox/write-queued.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'
import { byWatchman } from './watchman.ts'

/** Entries begin and end by time. */
const EVERY_MS = 60_000

type ListInput = InputOf<typeof shelf.list>

export const shelfQuery = {
  list: (input: ListInput) => ({ ...queryOf(shelf.list, input), refetchInterval: EVERY_MS }),
  running: (buildingId: string) => shelfQuery.list({ buildingId, state: 'running' }),
  systems: (buildingId: string) => queryOf(record.systems, { buildingId }),
}

export const shelfKey = (id: string) => `shelf:${id}`

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [shelf.list.id] })

/** An unknown entry holds back no call. */
export async function createShelf(client: QueryClient, input: InputOf<typeof shelf.create>): Promise<void> {
  await send(shelf.create, { ...input, ...byWatchman() })
  await refresh(client)
}

/** Queued while offline. */
export async function endShelf(client: QueryClient, of: ShelfRow): Promise<Written<unknown>> {
  const written = await writeQueued(
    shelf.end,
    { id: of.id, ...byWatchman() },
    {
      thing: shelfKey(of.id),
      label: '结束检修',
      place: of.buildingName,
      page: `/shelves?building=${of.buildingId}`,
      replaces: refusedSeq(shelfKey(of.id)),
    },
  )
  if (written.isSent) await refresh(client)
  return written
}
