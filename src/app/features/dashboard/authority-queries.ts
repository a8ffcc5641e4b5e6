import type { QueryClient } from '@tanstack/react-query'
import { authorityParts } from '#app/data/authority.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import type { AuthoritySearch } from '#app/parts/authority-search.ts'
import { readMissing } from './dashboard-queries.ts'

export function readAuthorityAhead(client: QueryClient, search: AuthoritySearch): Promise<void> {
  return readMissing(client, ...Object.values(authorityParts(areaOf(search))))
}
