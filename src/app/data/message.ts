import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { message, type MessageDetail } from '#contract/message.ts'
import { writeQueued } from '#app/offline/outbox/write-queued.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

const kept = (id: string) => ({ queryKey: [message.detail.id, id] as const, meta: { keep: true } })

export const messageQuery = {
  unreadCount: () => queryOf(message.unreadCount, {}),
  list: (input: InputOf<typeof message.list>) => queryOf(message.list, input),
  /** What was kept of a notification when it was opened. Never asks: asking marks it read. */
  opened: (id: string) => queryOptions<MessageDetail>({ ...kept(id), queryFn: skipToken, staleTime: Infinity }),
}

function markReadInLists(client: QueryClient, isMarked: (id: string) => boolean, readTime: string | null): void {
  client.setQueriesData<OutputOf<typeof message.list>>(
    { queryKey: [message.list.id] },
    (page) =>
      page && {
        ...page,
        list: page.list.map((row) => (isMarked(row.id) && row.readState === 0 ? { ...row, readState: 1, readTime } : row)),
      },
  )
}

/** What waits to be deleted is gone for the person already. */
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

/** Opens a notification, which marks it read, and keeps its text on the device for reading without a network. */
export async function openMessage(client: QueryClient, id: string): Promise<void> {
  const detail = await send(message.detail, { messageDetailId: id })
  client.setQueryData(kept(id).queryKey, detail)
  markReadInLists(client, (one) => one === id, detail.readTime)
  listsAreStale(client)
}

/** Takes a notification out of the box, and its text off the device. */
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

/** Marks the listed notifications read. */
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

/** Marks everything read. Never queued: sent later, it would also mark what has arrived since. */
export async function readAllMessages(client: QueryClient): Promise<void> {
  try {
    await send(message.readMany, {})
  } finally {
    listsAreStale(client)
  }
}

/** Takes the listed notifications out of the box, and their texts off the device. */
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
