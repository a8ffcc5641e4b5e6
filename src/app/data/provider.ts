import type { QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { PAPER_PATH, type Paper, provider } from '#contract/provider.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

/** Phones and papers never stay on the device; what else was seen of the list does. */
const WITHHELD = ['list.legalPhone', 'list.linkManPhone', 'list.licenseUrl', 'list.bookUrl']

export const providerQuery = {
  names: () => queryOf(provider.names, {}),
  list: (input: InputOf<typeof provider.list>) => ({
    ...queryOf(provider.list, input),
    meta: { keep: true, withhold: WITHHELD },
  }),
  reviewCounts: (area: InputOf<typeof provider.reviewCounts>) => queryOf(provider.reviewCounts, area),
  dockingCounts: () => queryOf(provider.dockingCounts, {}),
}

/** Passes or rejects a provider; lists and counts are read anew, whoever decided. */
export async function auditProvider(client: QueryClient, input: InputOf<typeof provider.audit>): Promise<void> {
  try {
    await send(provider.audit, input)
  } finally {
    void client.invalidateQueries({
      predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('provider.'),
    })
  }
}

/** Documents of a provider: the address each can be opened from once. */
export const providerReport = async (isvId: string) => addressOf(await send(provider.testReport, { isvId }))
export const providerNotice = async (isvId: string) => addressOf(await send(provider.notice, { isvId }))
export const exportProviders = async (filter: InputOf<typeof provider.export>) =>
  addressOf(await send(provider.export, filter))

/** Where a paper can be looked at: our server is asked for an address, another's stands in the row. */
export async function openPaper(isvId: string, paper: Paper, url: string): Promise<string> {
  return addressOf(url.startsWith(PAPER_PATH) ? await send(provider.paper, { isvId, paper }) : url)
}
