import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog.tsx'

const Loaded = lazy(() => import('./dialog.tsx').then(({ Dialog }) => ({ default: Dialog })))

/** `Dialog`, fetched when it first opens: a screen pays nothing for a dialog nobody asked for. */
export function LazyDialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
