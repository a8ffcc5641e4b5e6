import type { QueryClient } from '@tanstack/react-query'
import { delivery } from '#contract/delivery.ts'
import { webhook } from '#contract/webhook.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const webhookQuery = queriesOf(webhook, 'list')

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [webhook.list.id] })

/** @param id empty: new. @returns the secret */
export async function saveWebhook(client: QueryClient, id: string, address: string): Promise<string> {
  const { secret } = await send(webhook.save, { id, address })
  await refresh(client)
  return secret
}

export async function disableWebhook(client: QueryClient, id: string): Promise<void> {
  await send(webhook.disable, { id })
  await refresh(client)
}

export async function resendWebhook(client: QueryClient, id: string): Promise<void> {
  await send(webhook.resend, { id })
  await client.invalidateQueries({ queryKey: [delivery.list.id] })
}
