import { createFileRoute } from '@tanstack/react-router'
import { NearbyScreen } from '#app/features/nearby/nearby-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/nearby')({
  staticData: { title: '附近建筑', under: '/buildingList' },
  beforeLoad: mayOpen('duty'),
  component: NearbyScreen,
})
