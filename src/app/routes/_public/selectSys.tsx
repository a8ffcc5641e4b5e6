import { createFileRoute } from '@tanstack/react-router'
import { EntrancesScreen } from '#app/features/portal/entrances-screen.tsx'
import { readNoticesAhead } from '#app/features/portal/portal-queries.ts'

export const Route = createFileRoute('/_public/selectSys')({
  staticData: { title: '选择入口' },
  loader: ({ context }) => readNoticesAhead(context.client),
  component: EntrancesScreen,
})
