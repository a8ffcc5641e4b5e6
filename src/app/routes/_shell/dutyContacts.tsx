import { createFileRoute } from '@tanstack/react-router'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { readAhead } from '#app/data/query-of.ts'
import { DutyContactsScreen } from '#app/features/duty-contact/duty-contacts-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/dutyContacts')({
  staticData: { title: '值班联系人', under: '/alarms' },
  beforeLoad: mayOpen('duty'),
  loader: ({ context }) => readAhead(context.client, dutyContactQuery.list()),
  component: DutyContactsScreen,
})
