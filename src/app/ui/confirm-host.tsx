import { lazy, Suspense, useSyncExternalStore } from 'react'
import { asked } from './asked.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Once at the root. */
export function ConfirmHost() {
  const now = useSyncExternalStore(asked.follow, asked.read)
  return (
    now && (
      <Suspense fallback={null}>
        <ConfirmDialog {...now} />
      </Suspense>
    )
  )
}
