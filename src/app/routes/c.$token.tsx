import { createFileRoute } from '@tanstack/react-router'
import { CheckLinkScreen } from '#app/features/check-link/check-link-screen.tsx'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'

export const Route = createFileRoute('/c/$token')({
  staticData: { title: '查岗' },
  beforeLoad: withQueryClient,
  component: LinkPage,
})

function LinkPage() {
  const { token } = Route.useParams()
  return (
    <QueryProvider>
      <CheckLinkScreen token={token} />
    </QueryProvider>
  )
}
