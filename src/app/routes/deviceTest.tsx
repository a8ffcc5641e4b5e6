import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { DeviceTestScreen } from '#app/features/iot-data/device-test-screen.tsx'
import { remember } from '#app/offline/remember.ts'
import { Remembering } from '#app/parts/remembering.tsx'
import { ScreenError } from '#app/parts/screen-error.tsx'
import { mayOpen } from '#app/session/guard.ts'

const buildingId = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[1-9]\d{0,14}$/))

export const Route = createFileRoute('/deviceTest')({
  staticData: { title: '接入自检' },
  validateSearch: v.object({ id: v.fallback(v.optional(buildingId), undefined) }),
  beforeLoad: (opening) => {
    mayOpen('session')()
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
