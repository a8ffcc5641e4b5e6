import { createFileRoute } from '@tanstack/react-router'
import { AccountListScreen } from '#app/features/unit-management/account-list-screen.tsx'
import { readAccountsAhead } from '#app/features/unit-management/list-queries.ts'
import { accountSearch } from '#app/features/unit-management/list-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/accountList')({
  staticData: { title: '账号管理', under: '/unitList' },
  validateSearch: accountSearch,
  beforeLoad: mayOpen('gov'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAccountsAhead(context.client, deps),
  component: AccountListScreen,
})
