import type { QueryClient } from '@tanstack/react-query'
import { approval } from '#contract/approval.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { PAPER_PATH, type Paper, provider } from '#contract/provider.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queriesOf, queryOf } from './query-of.ts'

/** Never persisted. */
const WITHHELD = ['list.legalPhone', 'list.linkManPhone', 'list.linkMan', 'list.licenseUrl', 'list.bookUrl']

export const providerQuery = {
  ...queriesOf(provider, 'names', 'reviewCounts', 'dockingCounts'),
  list: (input: InputOf<typeof provider.list>) => ({
    ...queryOf(provider.list, input),
    meta: { keep: true, redact: WITHHELD },
  }),
}

/** Refetches also on failure. */
async function change<E extends Endpoint>(client: QueryClient, call: E, input: InputOf<E>): Promise<OutputOf<E>> {
  try {
    return await send(call, input)
  } finally {
    void client.invalidateQueries({
      predicate: ({ queryKey: [id] }) =>
        typeof id === 'string' && (id.startsWith('provider.') || id === approval.pending.id),
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

export const providerReport = async (isvId: string) => addressOf(await send(provider.testReport, { isvId }))
export const providerNotice = async (isvId: string) => addressOf(await send(provider.notice, { isvId }))
export const exportProviders = async (filter: InputOf<typeof provider.export>) =>
  addressOf(await send(provider.export, filter))

/** @param url a path of our server gives a one-time URL */
export async function openPaper(isvId: string, paper: Paper, url: string): Promise<string> {
  return addressOf(url.startsWith(PAPER_PATH) ? await send(provider.paper, { isvId, paper }) : url)
}
