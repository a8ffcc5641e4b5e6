import { createFileRoute } from '@tanstack/react-router'
import { BindBuildingScreen } from '#app/features/building-form/building-form-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/bindBuilding')({
  staticData: { title: '新增/绑定建筑', under: '/buildingList' },
  beforeLoad: mayOpen('unit'),
  component: BindBuildingScreen,
})
