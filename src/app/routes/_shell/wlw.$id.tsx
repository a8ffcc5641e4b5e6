import { createFileRoute } from '@tanstack/react-router'
import { readTaken } from '#app/data/bundle.ts'
import { readRecordsAhead } from '#app/features/iot-data/read-ahead.ts'
import { WlwScreen } from '#app/features/iot-data/wlw-screen.tsx'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/wlw/$id')({
  staticData: { title: '建筑物联网信息', bare: true, under: '/buildingList' },
  beforeLoad: mayOpen('session'),
  loader: async ({ context, params }) => {
    await readTaken(context.client, params.id)
    readRecordsAhead(context.client, params.id)
  },
  component: Wlw,
})

function Wlw() {
  const { id } = Route.useParams()
  return (
    <BuildingAlarms id={id}>
      <WlwScreen key={id} id={id} />
    </BuildingAlarms>
  )
}
