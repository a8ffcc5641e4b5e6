import { lazy, type ReactNode, Suspense } from 'react'
import { owesPassword, useSession } from '#app/session/session.ts'

const OwedPasswordDialog = lazy(() =>
  import('./owed-password-dialog.tsx').then((m) => ({ default: m.OwedPasswordDialog })),
)

/** No screen sends requests before. */
export function OwedPasswordGate({ children }: { children: ReactNode }) {
  const session = useSession()
  if (!session || !owesPassword(session)) return children
  return (
    <Suspense fallback={null}>
      <OwedPasswordDialog account={session.user.account} />
    </Suspense>
  )
}
