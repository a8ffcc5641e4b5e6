import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PortalFrame } from '#app/features/portal/portal-frame.tsx'
import { readFrameAhead } from '#app/features/portal/portal-queries.ts'
import { remember } from '#app/offline/remember.ts'
import { Arrival } from '#app/parts/arrival.tsx'
import { Remembering } from '#app/parts/remembering.tsx'
import { ScreenError } from '#app/parts/screen-error.tsx'

export const Route = createFileRoute('/_public')({
  beforeLoad: remember,
  loader: ({ context }) => readFrameAhead(context.client),
  component: () => (
    <Remembering>
      <PortalFrame>
        <Arrival>
          <Outlet />
        </Arrival>
      </PortalFrame>
    </Remembering>
  ),
  errorComponent: ScreenError,
})
