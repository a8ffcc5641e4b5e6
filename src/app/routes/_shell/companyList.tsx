import { createFileRoute } from '@tanstack/react-router'
import { readProvidersAhead } from '#app/features/provider-list/provider-queries.ts'
import { ProviderListScreen } from '#app/features/provider-list/provider-list-screen.tsx'
import { providerSearch } from '#app/features/provider-list/provider-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/companyList')({
  staticData: { title: '服务商管理', menu: { order: 40, icon: 'provider', access: 'gov2' } },
  validateSearch: providerSearch,
  beforeLoad: mayOpen('gov2'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readProvidersAhead(context.client, deps),
  component: ProviderListScreen,
})
