import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { point, type PointRow } from '#contract/point.ts'
import { CallError } from '#app/lib/call.ts'
import { type WriteInfo, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { addressOf, send } from '#app/session/send.ts'
import { sendRead } from './call-batch.ts'
import { queryOf } from './query-of.ts'

/** `provideKey` is never in a query key or persisted. */
export interface PointPlace {
  readonly openProjectId: string
  readonly provideKey: string
}

type ListInput = Omit<InputOf<typeof point.list>, 'provideKey'>
type ExportInput = Omit<InputOf<typeof point.export>, keyof PointPlace>

export const pointQuery = {
  list: (input: ListInput, provideKey: string) =>
    queryOptions({
      ...queryOf(point.list, input),
      queryFn: ({ signal }) => sendRead(point.list, { ...input, provideKey }, signal),
      // Filtered results are not persisted, to save storage.
      meta: { keep: !input.search && !input.deviceType && input.connectStatus === '' },
    }),
  types: (openProjectId: string) => queryOf(point.types, { openProjectId }),
}

const stale = (client: QueryClient) => client.invalidateQueries({ queryKey: [point.list.id] })

export async function exportPoints(place: PointPlace, filter: ExportInput): Promise<string> {
  const address = await send(point.export, { ...place, ...filter, pageSize: 0 })
  if (address === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(address)
}

/** All or none. @throws CallError with the rows in `fields` */
export async function importPoints(client: QueryClient, place: PointPlace, file: File) {
  const done = await send(point.import, { ...place, file })
  void stale(client)
  return done
}

export async function editPoint(
  client: QueryClient,
  input: InputOf<typeof point.edit>,
  told: Omit<WriteInfo, 'thing'>,
) {
  const written = await writeQueued(point.edit, input, { thing: `point:${String(input.id)}`, ...told })
  void stale(client)
  return written
}

export const fetchPoint = (id: string): Promise<PointRow> => send(point.detail, { id })

export async function deletePoint(client: QueryClient, row: PointRow): Promise<void> {
  await send(point.delete, { id: row.id })
  void stale(client)
}
