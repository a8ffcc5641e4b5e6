import { createFileRoute } from '@tanstack/react-router'
import { BindBuildingScreen } from '#app/features/building-form/building-form-screen.tsx'
import { choiceField, idField, searchOf } from '#app/lib/address-fields.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/bindBuilding')({
  staticData: { title: '新增/绑定建筑', under: '/buildingList' },
  validateSearch: searchOf({ fnc: choiceField(['add']), unsent: idField }),
  beforeLoad: mayOpen('unit'),
  component: BindBuilding,
})

function BindBuilding() {
  const unsent = Route.useSearch({ select: (search) => search.unsent })
  return <BindBuildingScreen key={unsent} unsent={unsent} />
}
