import { createFileRoute } from '@tanstack/react-router'
import { readAlarmsAhead } from '#app/features/alarm/alarm-queries.ts'
import { alarmSearch } from '#app/features/alarm/alarm-search.ts'
import { AlarmsScreen } from '#app/features/alarm/alarms-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/alarms')({
  staticData: {
    title: '火警',
    bare: true,
    showsConnection: true,
    menu: { order: 15, icon: 'alarm', access: 'duty' },
  },
  validateSearch: alarmSearch,
  beforeLoad: mayOpen('duty'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAlarmsAhead(context.client, deps),
  component: AlarmsScreen,
})
