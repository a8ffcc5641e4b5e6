import './styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

/** The worker comes after. */
export function start(Screen: RouteComponent): void {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const root = createRootRoute({ component: Outlet })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: Screen })
  const router = createRouter({ routeTree: root.addChildren([home]) })
  const place = document.getElementById('root')
  if (!place) return
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  window.addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js'))
}
