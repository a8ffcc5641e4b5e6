import { createFileRoute, redirect } from '@tanstack/react-router'
import { ArrivalScreen } from '#app/features/bundles/arrival-screen.tsx'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { leadHome } from '#app/session/guard.ts'
import { currentSession } from '#app/session/session.ts'

export const Route = createFileRoute('/pack/$id')({
  staticData: { title: '扫码查看建筑' },
  beforeLoad: async (opening) => {
    const { id } = opening.params
    if (!/^[1-9]\d{0,14}$/.test(id)) leadHome(opening, '建筑编号不正确')
    const isSignedIn = Boolean(currentSession())
    const read = await withQueryClient(opening)
    if (!isSignedIn) return read
    const { readFirstTab } = await import('#app/parts/first-tab.ts')
    throw redirect({
      to: '/buildDetail/$id/$canEdit/$tabName',
      params: { id, canEdit: '0', tabName: await readFirstTab(read.client, id) },
      replace: true,
    })
  },
  component: Arrival,
})

function Arrival() {
  const { id } = Route.useParams()
  return (
    <QueryProvider>
      <ArrivalScreen id={id} />
    </QueryProvider>
  )
}
