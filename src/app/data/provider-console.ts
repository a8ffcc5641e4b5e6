import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { providerConsole } from '#contract/provider-console.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const consoleQuery = queriesOf(providerConsole, 'summary', 'buildings', 'received', 'quarantined', 'refused')

export const refreshConsole = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('providerConsole.'),
  })

export async function rotateSecret(client: QueryClient, password: string) {
  const rotated = await send(providerConsole.rotate, { password })
  void refreshConsole(client)
  return rotated
}

export async function bindByKey(client: QueryClient, buildingKey: string) {
  const bound = await send(providerConsole.bind, { buildingKey })
  void refreshConsole(client)
  return bound
}

export const checkSignature = (input: InputOf<typeof providerConsole.checkSignature>) =>
  send(providerConsole.checkSignature, input)
