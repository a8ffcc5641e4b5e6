import { createRootRouteWithContext, Outlet, redirect, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConnectionBar } from '#app/offline/connection-bar.tsx'
import { UpdatePrompt } from '#app/offline/update-prompt.tsx'
import type { RouterContext } from '#app/offline/session-lifecycle.ts'
import { ConfirmHost } from '#app/ui/confirm-host.tsx'
import { Toaster } from '#app/ui/toast.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootRoute,
  // Source: document 1, Routes.
  notFoundComponent: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const PLATFORM = '消防物联网数据对接平台'

function RootRoute() {
  const { title, showsConnection } = useMatches({ select: (matches) => matches[matches.length - 1]?.staticData }) ?? {}
  useEffect(() => {
    document.title = title ? `${title} - ${PLATFORM}` : PLATFORM
  }, [title])
  return (
    <>
      {!showsConnection && <ConnectionBar />}
      <Outlet />
      <UpdatePrompt />
      <ConfirmHost />
      <Toaster />
    </>
  )
}
