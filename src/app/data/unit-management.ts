import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { unit } from '#contract/unit.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const unitManagementQuery = {
  statistics: () => queryOf(unitManagement.statistics, {}),
  list: (input: InputOf<typeof unitManagement.list>) => queryOf(unitManagement.list, input),
  /** Forgotten when nobody looks at it: it holds phones and identity cards. */
  detail: (lawCompanyId: string) => ({
    ...queryOf(unitManagement.detail, { lawCompanyId }),
    staleTime: Infinity,
    gcTime: 0,
  }),
}

/** Reads anew what shows units or their accounts. */
export async function reloadUnits(client: QueryClient): Promise<void> {
  const group = /^(unitManagement\.(list|statistics)|account\.list)$/
  await client.invalidateQueries({ predicate: ({ queryKey: [id] }) => typeof id === 'string' && group.test(id) })
}

/** Adds a unit, or saves one that has an id, with the buildings it is in. */
export async function saveManagedUnit(client: QueryClient, input: InputOf<typeof unit.save>): Promise<void> {
  await send(unit.save, input)
  void reloadUnits(client)
}

export async function removeUnit(client: QueryClient, lawCompanyId: string): Promise<void> {
  await send(unitManagement.remove, { lawCompanyId })
  void reloadUnits(client)
}

/** Has the file made; answers the address it can be fetched from once. */
export async function exportUnits(input: InputOf<typeof unitManagement.export>): Promise<string> {
  return addressOf(await send(unitManagement.export, input))
}
