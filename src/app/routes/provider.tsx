import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { choiceField, searchOf } from '#app/lib/address-fields.ts'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { currentSession, useSession } from '#app/session/session.ts'

const SignIn = lazy(() =>
  import('#app/features/auth/provider-sign-in.tsx').then((loaded) => ({ default: loaded.ProviderSignIn })),
)
const Console = lazy(() =>
  import('#app/features/provider-console/provider-console-screen.tsx').then((loaded) => ({
    default: loaded.ProviderConsoleScreen,
  })),
)

const search = searchOf({ tab: choiceField(['keys', 'buildings', 'received', 'refused']) })

export const Route = createFileRoute('/provider')({
  staticData: { title: '服务商控制台' },
  validateSearch: search,
  beforeLoad: (opening) => {
    const role = currentSession()?.user.role ?? 'provider'
    if (role !== 'provider') throw redirect({ to: '/noAccess', search: { denied: '/provider' }, replace: true })
    return withQueryClient(opening)
  },
  component: Provider,
})

function Provider() {
  const { tab = 'keys' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const user = useSession()?.user
  const show = (next: typeof tab) => void navigate({ search: { tab: next }, replace: true })
  return (
    <QueryProvider>
      <Suspense fallback={null}>{user ? <Console user={user} tab={tab} onTab={show} /> : <SignIn />}</Suspense>
    </QueryProvider>
  )
}
