import { createFileRoute } from '@tanstack/react-router'
import { AckLinkScreen } from '#app/features/ack-link/ack-link-screen.tsx'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'

export const Route = createFileRoute('/a/$token')({
  staticData: { title: '火警' },
  beforeLoad: withQueryClient,
  component: LinkPage,
})

function LinkPage() {
  const { token } = Route.useParams()
  return (
    <QueryProvider>
      <AckLinkScreen token={token} />
    </QueryProvider>
  )
}
