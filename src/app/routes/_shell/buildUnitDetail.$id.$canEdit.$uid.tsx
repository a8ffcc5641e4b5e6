import { createFileRoute } from '@tanstack/react-router'
import { readTenantAhead } from '#app/features/building-detail/building-queries.ts'
import { TenantScreen } from '#app/features/building-detail/tenant-screen.tsx'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/buildUnitDetail/$id/$canEdit/$uid')({
  staticData: { title: '入驻单位详情', under: '/buildingList' },
  beforeLoad: mayOpen('session'),
  loader: ({ context, params }) => readTenantAhead(context.client, params.id, params.uid),
  component: Tenant,
})

function Tenant() {
  const params = Route.useParams()
  return (
    <BuildingAlarms id={params.id} isTop>
      <TenantScreen {...params} />
    </BuildingAlarms>
  )
}
