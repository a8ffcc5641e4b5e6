import { createFileRoute } from '@tanstack/react-router'
import { readTaken } from '#app/data/bundle.ts'
import { DetailHeader } from '#app/features/building-detail/detail-header.tsx'
import { readRecordsAhead } from '#app/features/iot-data/read-ahead.ts'
import { type WlwHead, WlwScreen } from '#app/features/iot-data/wlw-screen.tsx'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { mayOpen } from '#app/session/guard.ts'

const head: WlwHead = (building, answer, links, aside) => (
  <DetailHeader building={building} canEdit answer={answer} links={links} aside={aside} />
)

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
    <div className="flow-root max-md:[&>section]:!pt-2">
      <BuildingAlarms id={id} className="max-md:-mx-3 max-md:-mt-2 max-md:mb-0 max-md:rounded-none">
        <WlwScreen key={id} id={id} head={head} />
      </BuildingAlarms>
    </div>
  )
}
