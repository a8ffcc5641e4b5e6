import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { portal } from '#contract/portal.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queriesOf, queryOf } from './query-of.ts'

export const portalQuery = {
  ...queriesOf(portal, 'informationList', 'noticeList'),
  questionList: (input: InputOf<typeof portal.questionList>) => {
    const query = queryOf(portal.questionList, input)
    // Search results are not persisted, to save storage.
    return input.keyword ? { ...query, meta: { keep: false } } : query
  },
}

export async function readInformation(client: QueryClient, id: string): Promise<string> {
  const { url } = await send(portal.informationDetail, { id })
  void client.invalidateQueries({ queryKey: [portal.informationList.id] })
  if (url === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(url)
}
