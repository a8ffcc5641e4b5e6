import { createFileRoute } from '@tanstack/react-router'
import { AuthorityDashboardScreen } from '#app/features/dashboard/authority-dashboard-screen.tsx'
import { readAuthorityAhead } from '#app/features/dashboard/authority-queries.ts'
import { authoritySearch } from '#app/parts/authority-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/fireDepData')({
  staticData: {
    title: '接入概览',
    bare: true,
    menu: { order: 10, icon: 'overview', access: 'gov' },
  },
  validateSearch: authoritySearch,
  beforeLoad: mayOpen('gov'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAuthorityAhead(context.client, deps),
  component: AuthorityDashboardScreen,
})
