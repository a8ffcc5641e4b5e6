import type { QueryClient } from '@tanstack/react-query'
import { messageQuery } from '#app/data/message.ts'
import { readAhead } from '#app/data/query-of.ts'
import { FIRST_VIEW } from './list-view.ts'

/** The list alone: reading a notification ahead would mark it read. */
export function readMessagesAhead(client: QueryClient): void {
  readAhead(client, messageQuery.list(FIRST_VIEW))
}
