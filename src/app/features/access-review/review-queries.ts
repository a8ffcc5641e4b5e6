import type { QueryClient } from '@tanstack/react-query'
import { approvalQuery } from '#app/data/approval.ts'
import { readAhead } from '#app/data/query-of.ts'
import type { ReviewSearch } from './review-search.ts'

const FIRST_SIZE = 50

export function tabOf(search: ReviewSearch) {
  return search.tab
    ? {
        searchValue: search.approvedSearch ?? '',
        page: search.approvedPage ?? 1,
        size: search.approvedSize ?? FIRST_SIZE,
      }
    : { searchValue: search.search ?? '', page: search.page ?? 1, size: search.size ?? FIRST_SIZE }
}

const STATUSES = { approved: '1,2', passed: '1', refused: '2' } as const

export const filterOf = (search: ReviewSearch) => ({
  searchValue: tabOf(search).searchValue,
  approveStatus: search.tab ? STATUSES[search.tab] : '0',
})

export function listOf(search: ReviewSearch) {
  const { page, size } = tabOf(search)
  return approvalQuery.inbox({ ...filterOf(search), currentPage: page, pageSize: size })
}

export function readReviewAhead(client: QueryClient, search: ReviewSearch): void {
  readAhead(client, listOf(search), ...(search.id ? [approvalQuery.one(search.id)] : []))
}
