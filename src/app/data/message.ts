import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { message, type MessageDetail } from '#contract/message.ts'
import { writeQueued } from '#app/offline/outbox/write-queued.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

const kept = (id: string) => ({ queryKey: [message.detail.id, id] as const, meta: { keep: true } })

export const messageQuery = {
  ...queriesOf(message, 'unreadCount', 'list'),
  /** Cache only: fetching marks it as read. */
  opened: (id: string) => queryOptions<MessageDetail>({ ...kept(id), queryFn: skipToken, staleTime: Infinity }),
}

function markReadInLists(client: QueryClient, isMarked: (id: string) => boolean, readTime: string | null): void {
  client.setQueriesData<OutputOf<typeof message.list>>(
    { queryKey: [message.list.id] },
    (page) =>
      page && {
        ...page,
        list: page.list.map((row) =>
          isMarked(row.id) && row.readState === 0 ? { ...row, readState: 1, readTime } : row,
        ),
      },
  )
}

function dropFromLists(client: QueryClient, ids: readonly string[]): void {
  client.setQueriesData<OutputOf<typeof message.list>>(
    { queryKey: [message.list.id] },
    (page) => page && { ...page, list: page.list.filter((row) => !ids.includes(row.id)) },
  )
}

function listsAreStale(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [message.list.id] })
  void client.invalidateQueries({ queryKey: [message.unreadCount.id] })
}

/** Marks it as read; cached for offline reading. */
export async function openMessage(client: QueryClient, id: string): Promise<void> {
  const detail = await send(message.detail, { messageDetailId: id })
  client.setQueryData(kept(id).queryKey, detail)
  markReadInLists(client, (one) => one === id, detail.readTime)
  listsAreStale(client)
}

export async function deleteMessage(client: QueryClient, id: string) {
  try {
    const told = { thing: `message:${id}`, label: '删除消息' }
    const written = await writeQueued(message.delete, { messageId: id }, told)
    client.removeQueries({ queryKey: kept(id).queryKey })
    if (!written.isSent) dropFromLists(client, [id])
    return written
  } finally {
    listsAreStale(client)
  }
}

export async function readMessages(client: QueryClient, ids: readonly string[]) {
  try {
    const about = { thing: 'messages', label: `将 ${ids.length} 条消息标为已读` }
    const written = await writeQueued(message.readMany, { ids: [...ids] }, about)
    if (!written.isSent) markReadInLists(client, (id) => ids.includes(id), null)
    return written
  } finally {
    listsAreStale(client)
  }
}

/** Never queued: it would mark later arrivals. */
export async function readAllMessages(client: QueryClient): Promise<void> {
  try {
    await send(message.readMany, {})
  } finally {
    listsAreStale(client)
  }
}

export async function deleteMessages(client: QueryClient, ids: readonly string[]) {
  try {
    const about = { thing: 'messages', label: `删除 ${ids.length} 条消息` }
    const written = await writeQueued(message.deleteMany, { ids: [...ids] }, about)
    for (const id of ids) client.removeQueries({ queryKey: kept(id).queryKey })
    if (!written.isSent) dropFromLists(client, ids)
    return written
  } finally {
    listsAreStale(client)
  }
}
