import { createFileRoute } from '@tanstack/react-router'
import { readAuthorityAhead } from '#app/features/dashboard/dashboard-queries.ts'
import { AuthorityDashboardScreen } from '#app/features/dashboard/authority-dashboard-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/fireDepData')({
  staticData: {
    title: '接入概览',
    bare: true,
    menu: { label: '接入概览', order: 10, icon: 'overview', access: 'gov' },
  },
  beforeLoad: mayOpen('gov'),
  loader: ({ context }) => readAuthorityAhead(context.client),
  component: AuthorityDashboardScreen,
})
