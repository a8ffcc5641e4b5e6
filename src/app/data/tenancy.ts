import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { tenancy } from '#contract/tenancy.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const tenancyQuery = queriesOf(tenancy, 'candidates', 'list', 'detail')

const stale = (client: QueryClient) =>
  Promise.all(
    [tenancy.list, tenancy.candidates, tenancy.detail].map(({ id }) =>
      client.invalidateQueries({ queryKey: [id] }, { cancelRefetch: true }),
    ),
  )

export async function bindTenant(client: QueryClient, input: InputOf<typeof tenancy.bind>): Promise<void> {
  await send(tenancy.bind, input)
  void stale(client)
}

export async function updateTenant(client: QueryClient, input: InputOf<typeof tenancy.update>): Promise<void> {
  await send(tenancy.update, input)
  void stale(client)
}

export async function removeTenant(client: QueryClient, input: InputOf<typeof tenancy.break>): Promise<void> {
  await send(tenancy.break, input)
  void stale(client)
}
