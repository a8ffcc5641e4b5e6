import { useState } from 'react'
import { FIRST_PAGE } from './portal-queries.ts'

export type Paging = ReturnType<typeof usePage>

/** The page a list shows, as its call takes it. */
export function usePage() {
  const [page, setPage] = useState(FIRST_PAGE)
  return {
    page,
    turn: (currentPage: number, pageSize: number) => setPage({ currentPage, pageSize }),
    /** Back to the first page, because the list is another. */
    restart: () => setPage((now) => ({ ...now, currentPage: 1 })),
  }
}
