import type { QueryClient } from '@tanstack/react-query'
import { messageQuery } from '#app/data/message.ts'
import { readAhead } from '#app/data/query-of.ts'
import { FIRST_VIEW } from './list-view.ts'

/** Fetching a notification marks it read. */
export function readMessagesAhead(client: QueryClient): void {
  readAhead(client, messageQuery.list(FIRST_VIEW))
}
