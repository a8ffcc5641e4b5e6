import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { forgetOpenFires, openFires } from '#app/parts/open-fires.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'
import { cx } from '#app/ui/cx.ts'

const ArrivingAlarm = lazy(() => import('./arriving-alarm.tsx').then((loaded) => ({ default: loaded.ArrivingAlarm })))

/** Behind the page's own code. */
export function AlarmWatch() {
  const [isReady, setReady] = useState(false)
  useEffect(() => onIdle(() => setReady(true)), [])
  useEffect(() => forgetOpenFires, [])
  return (
    <>
      <FireChip />
      <Suspense fallback={null}>{isReady && <ArrivingAlarm />}</Suspense>
    </>
  )
}

function FireChip() {
  const { total, isCalling } = useSyncExternalStore(openFires.follow, openFires.read)
  if (total === 0) return null
  return (
    <Link
      to="/alarms"
      className={cx(
        'flex h-control shrink-0 items-center gap-1 rounded px-2 text-base font-semibold',
        isCalling ? 'bg-fire-ground text-fire-on' : 'bg-brand-raised text-brand-on',
      )}
    >
      <FireMark sign={isCalling ? 'fire-ground' : 'brand-raised'} className="h-5 w-5" />
      {total}
      <span className="sr-only md:not-sr-only">处火警</span>
    </Link>
  )
}
