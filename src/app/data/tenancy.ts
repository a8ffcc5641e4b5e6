import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { tenancy } from '#contract/tenancy.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const tenancyQuery = {
  candidates: (input: InputOf<typeof tenancy.candidates>) => queryOf(tenancy.candidates, input),
  list: (input: InputOf<typeof tenancy.list>) => queryOf(tenancy.list, input),
  detail: (input: InputOf<typeof tenancy.detail>) => queryOf(tenancy.detail, input),
}

const stale = (client: QueryClient) =>
  Promise.all(
    [tenancy.list, tenancy.candidates].map(({ id }) => client.invalidateQueries({ queryKey: [id] }, { cancelRefetch: true })),
  )

/** Lets a unit settle in a building. */
export async function bindTenant(client: QueryClient, input: InputOf<typeof tenancy.bind>): Promise<void> {
  await send(tenancy.bind, input)
  void stale(client)
}

/** Removes a unit from a building. */
export async function removeTenant(client: QueryClient, input: InputOf<typeof tenancy.break>): Promise<void> {
  await send(tenancy.break, input)
  void stale(client)
}
