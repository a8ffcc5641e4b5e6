import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { fireStrip, forgetOpenFires, openFires, restoreOpenFires, unknownFires } from '#app/parts/open-fires.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'
import { owesInformation, owesPassword, useSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { cx } from '#app/ui/cx.ts'

const ArrivingAlarm = lazy(() =>
  untilLoaded(() => import('./arriving-alarm.tsx')).then((loaded) => ({ default: loaded.ArrivingAlarm })),
)

/** Behind the page's own code. */
export function AlarmWatch() {
  const [isReady, setReady] = useState(false)
  useEffect(() => onIdle(() => setReady(true)), [])
  useLayoutEffect(() => {
    restoreOpenFires()
    return forgetOpenFires
  }, [])
  return (
    <>
      <FireChip />
      <Suspense fallback={null}>{isReady && <ArrivingAlarm />}</Suspense>
    </>
  )
}

function FireChip() {
  const { total, isCalling, isFailed } = useSyncExternalStore(openFires.follow, openFires.read)
  const strip = useSyncExternalStore(fireStrip.follow, fireStrip.read)
  const session = useSession()
  const mayRead = useMay('duty') && session && !owesPassword(session) && !owesInformation(session)
  if (!mayRead || total === 0) return null
  const isKnown = total !== undefined
  const isRepeated = strip === 'urgent' || (strip === 'calm' && !isCalling)
  return (
    <Link
      to="/alarms"
      aria-label={isKnown ? undefined : `火警 … ${unknownFires(isFailed)}`}
      className={cx('flex h-control shrink-0 items-center max-md:-mr-0.5', isRepeated && 'max-md:hidden')}
    >
      <span
        key={total}
        className={cx(
          'flex h-8 min-w-[5rem] items-center justify-center gap-1 rounded px-1.5 text-sm md:min-w-[7.25rem] md:px-2 md:text-base',
          !isKnown
            ? 'text-brand-soft'
            : isCalling
              ? 'bg-fire-ground font-semibold text-fire-on'
              : 'bg-brand-raised font-semibold text-brand-on',
        )}
      >
        {isKnown ? (
          <>
            <FireMark sign={isCalling ? 'fire-ground' : 'brand-raised'} className="h-4 w-4 md:h-5 md:w-5" />
            <span className="max-[359px]:sr-only md:hidden">火警</span>
            {total}
            <span className="max-md:sr-only">
              处<span className="max-md:hidden">火警</span>
            </span>
          </>
        ) : (
          <span>火警 {isFailed ? '未取得' : '…'}</span>
        )}
      </span>
    </Link>
  )
}
