import { createFileRoute } from '@tanstack/react-router'
import { BuildingListScreen } from '#app/features/building-list/building-list-screen.tsx'
import { listSearch } from '#app/features/building-list/list-search.ts'
import { readListAhead } from '#app/features/building-list/list-queries.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/buildingList')({
  staticData: { title: '建筑管理', menu: { order: 20, icon: 'building', access: 'session' } },
  validateSearch: listSearch,
  beforeLoad: mayOpen('session'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readListAhead(context.client, deps),
  component: BuildingListScreen,
})
