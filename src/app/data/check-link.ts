import type { QueryClient } from '@tanstack/react-query'
import { checkLink } from '#contract/check-link.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const checkLinkQuery = {
  show: (token: string) => queryOf(checkLink.show, { token }),
}

export async function answerByLink(client: QueryClient, token: string): Promise<void> {
  client.setQueryData(checkLinkQuery.show(token).queryKey, await send(checkLink.answer, { token }))
}
