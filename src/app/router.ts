import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import type { RouterContext } from './offline/door.ts'
import { routeTree } from './routeTree.gen.ts'
import { readSearch, writeSearch } from './lib/plain-search.ts'
import type { MenuEntry } from './session/menu-entry.ts'

/** @param history where the address lives; the browser's own unless told */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A page that fails says so inside the frame it stands in.
    defaultErrorComponent: lazyRouteComponent(() => import('./parts/screen-error.tsx'), 'ScreenError'),
    scrollRestoration: true,
    // Skeletons are the screens' own; a pending screen in between would only flash.
    defaultPendingMs: 10_000,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The page's title, also its breadcrumb's last word. */
    title?: string
    /** Where it stands in the menu, if it does. */
    menu?: MenuEntry
    /** Pages without breadcrumb and title. Source: document 1, Application shell. */
    bare?: boolean
  }
}
