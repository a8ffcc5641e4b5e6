import { createFileRoute } from '@tanstack/react-router'
import { DeviceTestScreen } from '#app/features/iot-data/device-test-screen.tsx'
import { addressOf, idField } from '#app/lib/address-fields.ts'
import { remember } from '#app/offline/remember.ts'
import { Remembering } from '#app/parts/remembering.tsx'
import { ScreenError } from '#app/parts/screen-error.tsx'
import { mayOpen } from '#app/session/guard.ts'

const search = addressOf({ id: idField })

export const Route = createFileRoute('/deviceTest')({
  staticData: { title: '接入自检' },
  validateSearch: search,
  beforeLoad: (opening) => {
    mayOpen('session')(opening)
    return remember(opening)
  },
  component: DeviceTest,
  errorComponent: ScreenError,
})

function DeviceTest() {
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Remembering>
      <DeviceTestScreen id={id} onChoose={(next) => void navigate({ search: { id: next }, replace: true })} />
    </Remembering>
  )
}
