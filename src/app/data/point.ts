import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { point, type PointRow } from '#contract/point.ts'
import { CallError } from '#app/lib/call.ts'
import { type Told, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

/** Which building's points: the key goes along with the call where it is known, and never into anything that is kept. */
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
      queryFn: ({ signal }) => send(point.list, { ...input, provideKey }, signal),
      // What somebody searched for once is not worth the device's room.
      meta: { keep: !input.search && !input.deviceType && input.connectStatus === '' },
    }),
  types: (openProjectId: string) => queryOf(point.types, { openProjectId }),
}

const stale = (client: QueryClient) => client.invalidateQueries({ queryKey: [point.list.id] })

/** Has the table made; answers the address it can be fetched from once. */
export async function exportPoints(place: PointPlace, filter: ExportInput): Promise<string> {
  const address = await send(point.export, { ...place, ...filter, pageSize: 0 })
  if (address === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(address)
}

/** Takes a table in, all of it or none; the error of a refusal carries each wrong row in `fields`. */
export async function importPoints(client: QueryClient, place: PointPlace, file: File) {
  const done = await send(point.import, { ...place, file })
  void stale(client)
  return done
}

/** Changes a point, or keeps the change on the device until it can be sent. @param told which point, in words; where it can be done anew */
export async function editPoint(client: QueryClient, input: InputOf<typeof point.edit>, told: Omit<Told, 'thing'>) {
  const written = await writeQueued(point.edit, input, { thing: `point:${String(input.id)}`, ...told })
  void stale(client)
  return written
}

/** The point as it stands now on the server. */
export const fetchPoint = (id: string): Promise<PointRow> => send(point.detail, { id })

export async function deletePoint(client: QueryClient, row: PointRow): Promise<void> {
  await send(point.delete, { id: row.id })
  void stale(client)
}
