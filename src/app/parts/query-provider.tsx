import { QueryClientProvider } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The route's `beforeLoad` must be `remember`. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const client = useRouteContext({ strict: false, select: (context) => context.client })
  return client ? <QueryClientProvider client={client}>{children}</QueryClientProvider> : null
}
