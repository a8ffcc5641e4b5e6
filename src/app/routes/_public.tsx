import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PortalFrame } from '#app/features/portal/portal-frame.tsx'
import { readFrameAhead } from '#app/features/portal/portal-queries.ts'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { DeferredPage } from '#app/parts/deferred-page.tsx'
import { QueryProvider } from '#app/parts/query-provider.tsx'

export const Route = createFileRoute('/_public')({
  beforeLoad: withQueryClient,
  loader: ({ context }) => readFrameAhead(context.client),
  component: () => (
    <QueryProvider>
      <PortalFrame>
        <DeferredPage>
          <Outlet />
        </DeferredPage>
      </PortalFrame>
    </QueryProvider>
  ),
})
