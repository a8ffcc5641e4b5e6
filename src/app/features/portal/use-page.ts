import { useNavigate, useRouterState } from '@tanstack/react-router'
import { FIRST_PAGE } from './portal-queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In history state: survives reload and back. */
    portalPage?: { readonly currentPage: number; readonly pageSize: number }
  }
}

export type Paging = ReturnType<typeof usePage>

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
    restart: () => turn(1, page.pageSize),
  }
}
