import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#app/data/query-of.ts'
import { shiftLogQuery } from '#app/data/shift-log.ts'
import { ShiftLogScreen } from '#app/features/shift-log/shift-log-screen.tsx'
import { shiftSearch } from '#app/features/shift-log/shift-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/alarms_/shift')({
  staticData: { title: '本班记录', under: '/alarms' },
  validateSearch: shiftSearch,
  beforeLoad: mayOpen('duty'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAhead(context.client, shiftLogQuery(deps.since ?? '')),
  component: ShiftLogScreen,
})
