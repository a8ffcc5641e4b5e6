import { createFileRoute } from '@tanstack/react-router'
import { MessageBell } from '#app/features/message/message-bell.tsx'
import { Shell } from '#app/features/shell/shell.tsx'
import { remember } from '#app/offline/remember.ts'
import { Remembering } from '#app/parts/remembering.tsx'
import { ScreenError } from '#app/parts/screen-error.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell')({
  beforeLoad: (opening) => {
    mayOpen('session')(opening)
    return remember(opening)
  },
  component: () => (
    <Remembering>
      <Shell bell={<MessageBell />} />
    </Remembering>
  ),
  errorComponent: ScreenError,
})
