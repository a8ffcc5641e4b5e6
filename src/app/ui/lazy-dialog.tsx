import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog.tsx'

const Loaded = lazy(() => import('./dialog.tsx').then(({ Dialog }) => ({ default: Dialog })))

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
