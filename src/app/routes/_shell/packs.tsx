import { createFileRoute } from '@tanstack/react-router'
import { buildingQuery } from '#app/data/building.ts'
import { readAhead } from '#app/data/query-of.ts'
import { BundlesScreen } from '#app/features/bundles/bundles-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/packs')({
  staticData: { title: '离线资料', under: '/buildingList' },
  beforeLoad: mayOpen('session'),
  loader: ({ context }) => readAhead(context.client, buildingQuery.worst()),
  component: BundlesScreen,
})
