import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import type { RouterContext } from './offline/session-lifecycle.ts'
import { routeTree } from './routeTree.gen.ts'
import { noteFault } from './lib/note-fault.ts'
import { readSearch, writeSearch } from './lib/plain-search.ts'
import type { MenuEntry } from './session/menu-entry.ts'

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: lazyRouteComponent(() => import('./parts/screen-error.tsx'), 'ScreenError'),
    defaultOnCatch: (error) => noteFault('render', error),
    scrollRestoration: true,
    // Screens have their own skeletons.
    defaultPendingMs: 10_000,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    title?: string
    menu?: MenuEntry
    under?: string | null
    showsConnection?: boolean
    /** Source: document 1, Application shell. */
    bare?: boolean
  }
}
