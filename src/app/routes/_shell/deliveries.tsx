import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#app/data/query-of.ts'
import { deliveriesOf } from '#app/features/delivery-ledger/delivery-queries.ts'
import { DeliveryScreen } from '#app/features/delivery-ledger/delivery-screen.tsx'
import { deliverySearch } from '#app/features/delivery-ledger/delivery-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/deliveries')({
  staticData: { title: '通知记录', under: '/alarms' },
  validateSearch: deliverySearch,
  beforeLoad: mayOpen('duty'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readAhead(context.client, deliveriesOf(deps)),
  component: DeliveryScreen,
})
