import { lazy, Suspense, useEffect, useState } from 'react'
import { onIdle } from '#app/scheduling/on-idle.ts'

const WaitingChecks = lazy(() => import('./waiting-checks.tsx').then((loaded) => ({ default: loaded.WaitingChecks })))

export function CheckWatch() {
  const [isReady, setReady] = useState(false)
  useEffect(() => onIdle(() => setReady(true)), [])
  return <Suspense fallback={null}>{isReady && <WaitingChecks />}</Suspense>
}
