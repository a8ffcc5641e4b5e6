import type { QueryClient } from '@tanstack/react-query'
import { ackLink } from '#contract/ack-link.ts'
import type { Verdict } from '#contract/alarm.rules.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const ackLinkQuery = {
  show: (token: string) => queryOf(ackLink.show, { token }),
}

/** @param verdict null: acknowledges */
export async function actByLink(client: QueryClient, token: string, verdict: Verdict | null): Promise<void> {
  const input = verdict === null ? ({ token, act: 'ack' } as const) : ({ token, act: 'verdict', verdict } as const)
  client.setQueryData(ackLinkQuery.show(token).queryKey, await send(ackLink.act, input))
}
