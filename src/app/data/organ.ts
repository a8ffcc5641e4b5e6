import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { organ } from '#contract/organ.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const organQuery = queriesOf(organ, 'list')

async function change<E extends Endpoint>(client: QueryClient, call: E, input: InputOf<E>): Promise<OutputOf<E>> {
  try {
    return await send(call, input)
  } finally {
    void client.invalidateQueries({ queryKey: [organ.list.id] })
  }
}

/** @returns one-time password, only available here */
export const addOrgan = (client: QueryClient, input: InputOf<typeof organ.add>) => change(client, organ.add, input)
/** @returns one-time password, only available here */
export const addOfficer = (client: QueryClient, input: InputOf<typeof organ.addAccount>) =>
  change(client, organ.addAccount, input)
