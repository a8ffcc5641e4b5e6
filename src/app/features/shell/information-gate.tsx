import { lazy, type ReactNode, Suspense } from 'react'
import { owesInformation, useSession } from '#app/session/session.ts'

const InformationDialog = lazy(() => import('./information-dialog.tsx').then((m) => ({ default: m.InformationDialog })))

const stay = () => undefined

/** The page, or the owed information in its place: no screen opens, and so asks for nothing, before it. */
export function InformationGate({ children }: { children: ReactNode }) {
  if (!owesInformation(useSession())) return children
  return (
    <Suspense fallback={null}>
      <InformationDialog initial onClose={stay} />
    </Suspense>
  )
}
