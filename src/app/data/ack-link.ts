import type { QueryClient } from '@tanstack/react-query'
import { ackLink } from '#contract/ack-link.ts'
import type { Verdict } from '#contract/alarm.rules.ts'
import { toWireTime } from '#contract/time.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const ackLinkQuery = {
  show: (token: string) => queryOf(ackLink.show, { token }),
}

export interface LinkAct {
  readonly verdict: Verdict | null
  readonly note: string
  readonly tappedTime: string
}

export async function actByLink(client: QueryClient, token: string, { verdict, ...rest }: LinkAct): Promise<void> {
  const sent = { token, ...rest, sentTime: toWireTime(new Date()) }
  const input = verdict === null ? ({ ...sent, act: 'ack' } as const) : ({ ...sent, act: 'verdict', verdict } as const)
  client.setQueryData(ackLinkQuery.show(token).queryKey, await send(ackLink.act, input))
}
