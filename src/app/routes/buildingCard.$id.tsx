import { createFileRoute } from '@tanstack/react-router'
import { AlarmWatch } from '#app/features/alarm/alarm-watch.tsx'
import { BuildingCardScreen } from '#app/features/building-card/building-card-screen.tsx'
import { readTaken } from '#app/data/bundle.ts'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/buildingCard/$id')({
  staticData: { title: '建筑卡片' },
  beforeLoad: (opening) => {
    mayOpen('session')(opening)
    return withQueryClient(opening)
  },
  loader: ({ context, params }) => readTaken(context.client, params.id),
  component: CardPage,
})

function CardPage() {
  const { id } = Route.useParams()
  return (
    <QueryProvider>
      <BuildingCardScreen id={id} alarms={<AlarmWatch />} />
    </QueryProvider>
  )
}
