import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#app/data/query-of.ts'
import { checksOf } from '#app/features/duty-check/check-queries.ts'
import { checkSearch } from '#app/features/duty-check/check-search.ts'
import { DutyChecksScreen } from '#app/features/duty-check/duty-checks-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/dutyChecks')({
  staticData: { title: '查岗', menu: { order: 65, icon: 'check', access: 'duty' } },
  validateSearch: checkSearch,
  beforeLoad: mayOpen('duty'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAhead(context.client, checksOf(deps)),
  component: DutyChecksScreen,
})
