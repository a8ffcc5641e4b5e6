import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { readTaken } from '#app/data/bundle.ts'
import { readBuildingAhead } from '#app/features/building-detail/building-queries.ts'
import { detailFields } from '#app/features/building-detail/detail-fields.ts'
import { DetailScreen } from '#app/features/building-detail/detail-screen.tsx'
import { loadIotTab, readIotTabAhead } from '#app/features/iot-data/read-ahead.ts'
import { searchOf } from '#app/lib/address-fields.ts'
import { mayOpen } from '#app/session/guard.ts'

const IotDataTab = lazy(() => loadIotTab().then((loaded) => ({ default: loaded.IotDataTab })))

/** Features do not import features. */
const iotData = (building: BuildingDetail) => <IotDataTab building={building} />

export const Route = createFileRoute('/_shell/buildDetail/$id/$canEdit/$tabName')({
  staticData: { title: '建筑详情', bare: true, under: '/buildingList' },
  validateSearch: searchOf(detailFields),
  beforeLoad: mayOpen('session'),
  loader: async ({ context, params }) => {
    await readTaken(context.client, params.id)
    readBuildingAhead(context.client, params.id)
    if (params.tabName === 'iotInfo') readIotTabAhead(context.client, params.id)
  },
  component: Detail,
})

function Detail() {
  const { id, canEdit, tabName } = Route.useParams()
  const search = Route.useSearch()
  return (
    <div className="mx-auto flow-root max-w-[1600px]">
      <DetailScreen key={id} id={id} canEdit={canEdit === '1'} tabName={tabName} {...search} iot={iotData} />
    </div>
  )
}
