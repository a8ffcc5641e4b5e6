import { createFileRoute } from '@tanstack/react-router'
import { EditBuildingScreen } from '#app/features/building-form/building-form-screen.tsx'
import { searchOf, choiceField } from '#app/lib/address-fields.ts'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { readOpenAlarms } from '#app/parts/open-alarms.tsx'
import { mayOpen } from '#app/session/guard.ts'

/** `add`: a refused building. Source: document 1. */
const search = searchOf({ fnc: choiceField(['add', 'edit']) })

export const Route = createFileRoute('/_shell/editBuilding/$id')({
  staticData: { title: '编辑建筑', under: '/buildingList' },
  validateSearch: search,
  beforeLoad: mayOpen('session'),
  loader: ({ context, params }) => readOpenAlarms(context.client, params.id),
  component: EditBuilding,
})

function EditBuilding() {
  const { id } = Route.useParams()
  const isAgain = Route.useSearch({ select: ({ fnc }) => fnc === 'add' })
  return (
    <BuildingAlarms id={id} isTop>
      <EditBuildingScreen key={`${id}${isAgain}`} id={id} isAgain={isAgain} />
    </BuildingAlarms>
  )
}
