import { createFileRoute } from '@tanstack/react-router'
import { DeviceBindScreen } from '#app/features/device-bind/device-bind-screen.tsx'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'

export const Route = createFileRoute('/b/$token')({
  staticData: { title: '绑定手机' },
  beforeLoad: withQueryClient,
  component: LinkPage,
})

function LinkPage() {
  const { token } = Route.useParams()
  return (
    <QueryProvider>
      <DeviceBindScreen token={token} />
    </QueryProvider>
  )
}
