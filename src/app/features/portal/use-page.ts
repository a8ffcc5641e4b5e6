import { useNavigate, useRouterState } from '@tanstack/react-router'
import { FIRST_PAGE } from './portal-queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page that the portal's list shows: it survives a reload and is there again on going back. */
    portalPage?: { readonly currentPage: number; readonly pageSize: number }
  }
}

export type Paging = ReturnType<typeof usePage>

/** The page a list shows, as its call takes it; kept with the entry of the browser's history. */
export function usePage() {
  const page = useRouterState({ select: ({ location }) => location.state.portalPage }) ?? FIRST_PAGE
  const navigate = useNavigate()
  const turn = (currentPage: number, pageSize: number) =>
    void navigate({
      to: '.',
      search: true,
      state: (now) => ({ ...now, portalPage: { currentPage, pageSize } }),
      replace: true,
      resetScroll: false,
    })
  return {
    page,
    turn,
    /** Back to the first page, because the list is another. */
    restart: () => turn(1, page.pageSize),
  }
}
