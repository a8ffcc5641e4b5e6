import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { unit } from '#contract/unit.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queriesOf, queryOf } from './query-of.ts'

export const unitManagementQuery = {
  ...queriesOf(unitManagement, 'statistics', 'list'),
  /** Never cached: phones and identity cards. */
  detail: (lawCompanyId: string) => ({
    ...queryOf(unitManagement.detail, { lawCompanyId }),
    staleTime: Infinity,
    gcTime: 0,
  }),
}

export async function reloadUnits(client: QueryClient): Promise<void> {
  const group = /^(unitManagement\.(list|statistics)|account\.list)$/
  await client.invalidateQueries({ predicate: ({ queryKey: [id] }) => typeof id === 'string' && group.test(id) })
}

export async function saveManagedUnit(client: QueryClient, input: InputOf<typeof unit.save>): Promise<void> {
  await send(unit.save, input)
  void reloadUnits(client)
}

export async function removeUnit(client: QueryClient, lawCompanyId: string): Promise<void> {
  await send(unitManagement.remove, { lawCompanyId })
  void reloadUnits(client)
}

export async function exportUnits(input: InputOf<typeof unitManagement.export>): Promise<string> {
  return addressOf(await send(unitManagement.export, input))
}
