import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
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

/** Sends a change of a provider; lists and counts are fetched again whatever the answer was. */
async function change<E extends Endpoint>(client: QueryClient, call: E, input: InputOf<E>): Promise<OutputOf<E>> {
  try {
    return await send(call, input)
  } finally {
    void client.invalidateQueries({
      predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('provider.'),
    })
  }
}

export const auditProvider = (client: QueryClient, input: InputOf<typeof provider.audit>) =>
  change(client, provider.audit, input)
export const addProvider = (client: QueryClient, input: InputOf<typeof provider.add>) =>
  change(client, provider.add, input)
export const suspendProvider = (client: QueryClient, input: InputOf<typeof provider.suspend>) =>
  change(client, provider.suspend, input)
export const resumeProvider = (client: QueryClient, isvId: string) => change(client, provider.resume, { isvId })
export const renewProviderKeys = (client: QueryClient, input: InputOf<typeof provider.renewKeys>) =>
  change(client, provider.renewKeys, input)

/** Documents of a provider: the address each can be opened from once. */
export const providerReport = async (isvId: string) => addressOf(await send(provider.testReport, { isvId }))
export const providerNotice = async (isvId: string) => addressOf(await send(provider.notice, { isvId }))
export const exportProviders = async (filter: InputOf<typeof provider.export>) =>
  addressOf(await send(provider.export, filter))

/** Where a paper can be looked at: our server is asked for an address, another's stands in the row. */
export async function openPaper(isvId: string, paper: Paper, url: string): Promise<string> {
  return addressOf(url.startsWith(PAPER_PATH) ? await send(provider.paper, { isvId, paper }) : url)
}
