import { problemQuery, todosOwner } from '#app/data/problem.ts'

export const TODO_PAGE = 15

export interface TodoFilter {
  readonly currentPage: number
  /** Document 2: empty all, 0 unresolved, 1 resolved; 2 closed. */
  readonly questionStatus: '' | 0 | 1 | 2
  /** Not in the documents: 0 unprocessed, 1 processed. */
  readonly status: '' | 0 | 1
}

export function todoPage(buildingId: string, { currentPage, questionStatus, status }: TodoFilter) {
  return problemQuery.facilityList({
    buildingId,
    lawCompanyId: todosOwner(),
    currentPage,
    pageSize: TODO_PAGE,
    questionStatus,
    status,
  })
}
