import { createFileRoute } from '@tanstack/react-router'
import { CheckInPopover } from '#app/features/checkin/check-in-popover.tsx'
import { readDashboardAhead } from '#app/features/dashboard/dashboard-queries.ts'
import { UnitDashboardScreen } from '#app/features/dashboard/unit-dashboard-screen.tsx'
import { searchOf, formField } from '#app/lib/address-fields.ts'
import { mayOpen } from '#app/session/guard.ts'

const search = searchOf({
  buildingId: formField(/^\d{0,15}$/),
  /** The session decides, not the URL. Source: document 1, section 4. */
  isNeedModify: (value) => (String(value) === 'true' ? true : undefined),
})

export const Route = createFileRoute('/_shell/socialData')({
  staticData: { title: '首页', menu: { order: 10, icon: 'home', access: 'unit' } },
  validateSearch: search,
  beforeLoad: mayOpen('unit'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readDashboardAhead(context.client, deps.buildingId ?? ''),
  component: () => <UnitDashboardScreen checkIn={<CheckInPopover />} />,
})
