import { createFileRoute } from '@tanstack/react-router'
import { readUnitsAhead } from '#app/features/unit-management/list-queries.ts'
import { unitSearch } from '#app/features/unit-management/list-search.ts'
import { UnitListScreen } from '#app/features/unit-management/unit-list-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/unitList')({
  staticData: { title: '社会单位管理', menu: { order: 30, icon: 'unit', access: 'gov' } },
  validateSearch: unitSearch,
  beforeLoad: mayOpen('gov'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void readUnitsAhead(context.client, deps),
  component: UnitListScreen,
})
