import type { QueryClient } from '@tanstack/react-query'
import { delivery } from '#contract/delivery.ts'
import { type DutyContact, dutyContact } from '#contract/duty-contact.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const dutyContactQuery = {
  list: () => ({
    ...queryOf(dutyContact.list, {}),
    refetchInterval: ({ state }: { state: { data?: { list: DutyContact[] } | undefined } }) =>
      state.data?.list.some(({ testState }) => testState === 'sending') && 5000,
  }),
  deliveries: (input: InputOf<typeof delivery.list>) => ({ ...queryOf(delivery.list, input), refetchInterval: 5000 }),
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [dutyContact.list.id] })

export async function saveContact(client: QueryClient, input: InputOf<typeof dutyContact.save>): Promise<void> {
  await send(dutyContact.save, input)
  await refresh(client)
}

export async function removeContact(client: QueryClient, id: string): Promise<void> {
  await send(dutyContact.remove, { id })
  await refresh(client)
}

export const makeBindLink = (id: string) => send(dutyContact.bindLink, { id })

export async function unbindDevice(client: QueryClient, id: string): Promise<void> {
  await send(dutyContact.unbind, { id })
  await refresh(client)
}

export async function testContact(client: QueryClient, id: string): Promise<void> {
  await send(dutyContact.test, { id })
  await refresh(client)
}
