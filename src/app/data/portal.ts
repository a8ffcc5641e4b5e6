import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { portal } from '#contract/portal.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const portalQuery = {
  informationList: (input: InputOf<typeof portal.informationList>) => queryOf(portal.informationList, input),
  questionList: (input: InputOf<typeof portal.questionList>) => {
    const query = queryOf(portal.questionList, input)
    // What somebody searched for once is not worth the device's room.
    return input.keyword ? { ...query, meta: { keep: false } } : query
  },
  noticeList: (input: InputOf<typeof portal.noticeList>) => queryOf(portal.noticeList, input),
}

/** Counts a read, so lists that show the count are stale; answers where the item's document can be opened once. */
export async function readInformation(client: QueryClient, id: string): Promise<string> {
  const { url } = await send(portal.informationDetail, { id })
  void client.invalidateQueries({ queryKey: [portal.informationList.id] })
  if (url === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(url)
}
