import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AlarmWatch } from '#app/features/alarm/alarm-watch.tsx'
import { searchOf, idField } from '#app/lib/address-fields.ts'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { mayOpen } from '#app/session/guard.ts'

const DeviceTestScreen = lazy(() =>
  import('#app/features/iot-data/device-test-screen.tsx').then((loaded) => ({ default: loaded.DeviceTestScreen })),
)

const search = searchOf({ id: idField })

export const Route = createFileRoute('/deviceTest')({
  staticData: { title: '接入自检' },
  validateSearch: search,
  beforeLoad: (opening) => {
    mayOpen('session')(opening)
    return withQueryClient(opening)
  },
  component: DeviceTest,
})

function DeviceTest() {
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <QueryProvider>
      <Suspense fallback={null}>
        <DeviceTestScreen
          id={id}
          alarms={<AlarmWatch />}
          onChoose={(next) => void navigate({ search: { id: next }, replace: true })}
        />
      </Suspense>
    </QueryProvider>
  )
}
