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

export const rotateSecret = (client: QueryClient, password: string) =>
  send(providerConsole.rotate, { password }).finally(() => void refreshConsole(client))

export async function bindByKey(client: QueryClient, buildingKey: string) {
  const bound = await send(providerConsole.bind, { buildingKey })
  void refreshConsole(client)
  return bound
}

export const checkSignature = (input: InputOf<typeof providerConsole.checkSignature>) =>
  send(providerConsole.checkSignature, input)
