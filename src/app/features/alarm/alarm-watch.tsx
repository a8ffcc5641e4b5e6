import { lazy, Suspense, useEffect, useState } from 'react'
import { onIdle } from '#app/scheduling/on-idle.ts'

const ArrivingAlarm = lazy(() => import('./arriving-alarm.tsx').then((loaded) => ({ default: loaded.ArrivingAlarm })))

/** Behind the page's own code. */
export function AlarmWatch() {
  const [isReady, setReady] = useState(false)
  useEffect(() => onIdle(() => setReady(true)), [])
  return <Suspense fallback={null}>{isReady && <ArrivingAlarm />}</Suspense>
}
