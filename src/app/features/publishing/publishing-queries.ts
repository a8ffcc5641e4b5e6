import type { QueryClient } from '@tanstack/react-query'
import { publishingQuery } from '#app/data/publishing.ts'
import { readAhead } from '#app/data/query-of.ts'
import type { PublishingSearch } from './publishing-search.ts'

export const FIRST_SIZE = 10

export const listOf = ({ kind = 0, state, search = '', page = 1, size = FIRST_SIZE }: PublishingSearch) =>
  publishingQuery.list({ kind, ...(state !== undefined && { state }), search, currentPage: page, pageSize: size })

export const readPublishingAhead = (client: QueryClient, search: PublishingSearch) => readAhead(client, listOf(search))
