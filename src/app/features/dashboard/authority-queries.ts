import type { QueryClient } from '@tanstack/react-query'
import { may } from '#contract/access.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { authorityParts } from '#app/data/authority.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import type { AuthoritySearch } from '#app/parts/authority-search.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { readMissing } from './dashboard-queries.ts'

export function readAuthorityAhead(client: QueryClient, search: AuthoritySearch): Promise<void> {
  const isReviewer = may('gov2', actorOf(currentSession()))
  return readMissing(
    client,
    ...Object.values(authorityParts(areaOf(search))),
    ...(isReviewer ? [approvalQuery.pending()] : []),
  )
}
