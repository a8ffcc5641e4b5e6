import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { ScreenError } from '#app/parts/screen-error.tsx'
import { currentSession, useSession } from '#app/session/session.ts'

const SignIn = lazy(() =>
  import('#app/features/auth/provider-sign-in.tsx').then((loaded) => ({ default: loaded.ProviderSignIn })),
)
const Console = lazy(() =>
  import('#app/features/provider-console/provider-console-screen.tsx').then((loaded) => ({
    default: loaded.ProviderConsoleScreen,
  })),
)

const TABS = ['keys', 'buildings', 'received', 'refused'] as const

export const Route = createFileRoute('/provider')({
  staticData: { title: '服务商控制台' },
  validateSearch: v.object({ tab: v.optional(v.fallback(v.picklist(TABS), 'keys')) }),
  beforeLoad: (opening) => {
    const session = currentSession()
    if (session && session.user.role !== 'provider')
      throw redirect({ to: '/noAccess', search: { denied: opening.location.pathname }, replace: true })
    return withQueryClient(opening)
  },
  component: Provider,
  errorComponent: ScreenError,
})

function Provider() {
  const { tab = 'keys' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const session = useSession()
  return (
    <QueryProvider>
      <Suspense fallback={null}>
        {session ? (
          <Console
            user={session.user}
            tab={tab}
            onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
          />
        ) : (
          <SignIn />
        )}
      </Suspense>
    </QueryProvider>
  )
}
