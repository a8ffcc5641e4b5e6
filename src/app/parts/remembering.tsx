import { QueryClientProvider } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Gives a route's screen what the app has read; the route's `beforeLoad` is `remember`. */
export function Remembering({ children }: { children: ReactNode }) {
  const client = useRouteContext({ strict: false, select: (context) => context.client })
  return client ? <QueryClientProvider client={client}>{children}</QueryClientProvider> : null
}
