import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { CheckInButton } from '#app/features/checkin/check-in-button.tsx'
import { readDashboardAhead } from '#app/features/dashboard/dashboard-queries.ts'
import { UnitDashboardScreen } from '#app/features/dashboard/unit-dashboard-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/socialData')({
  staticData: { title: '首页', menu: { label: '首页', order: 10, icon: 'home', access: 'unit' } },
  validateSearch: v.object({
    buildingId: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(String), v.regex(/^\d*$/))), undefined),
    /** Says that the password must be changed; the session decides, not the address. Source: document 1, section 4. */
    isNeedModify: v.fallback(v.optional(v.boolean()), undefined),
  }),
  beforeLoad: mayOpen('unit'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readDashboardAhead(context.client, deps.buildingId ?? ''),
  component: () => (
    <>
      <UnitDashboardScreen />
      <CheckInButton />
    </>
  ),
})
