import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery } from '#app/data/checkin.ts'
import { useNow } from '#app/lib/use-now.ts'
import { openFires } from '#app/parts/open-fires.ts'
import { useSession } from '#app/session/session.ts'
import { cx } from '#app/ui/cx.ts'
import { CheckIcon } from '#app/ui/icon.tsx'
import { CalendarIcon } from '#app/ui/place-icons.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { dayBy, signedToday } from './signed-today.ts'
import { useAutoCheckIn } from './use-auto-check-in.ts'
import { useCheckIn } from './use-check-in.ts'
import { useKeptMonth } from './use-kept-month.ts'
import { useRereadAfterSending } from './use-reread-after-sending.ts'
import { useWaitingDays } from './use-waiting-days.ts'

const CheckInPanel = lazy(() => import('./check-in-panel.tsx').then((loaded) => ({ default: loaded.CheckInPanel })))

/** Checks in by itself after 30 s. */
export function CheckInPopover() {
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const checking = useCheckIn()
  useRereadAfterSending()
  useKeptMonth(lawCompanyId)
  const told = useQuery({ ...checkinQuery.statistic({ lawCompanyId }), enabled: false })
  const now = useNow()
  useAutoCheckIn(checking, dayBy(told, now))
  const isSigned = signedToday(told, now)
  const isWaiting = useWaitingDays().has(shanghaiDay(now))
  const isOwed = !isSigned && !isWaiting
  const { total: fires } = useSyncExternalStore(openFires.follow, openFires.read)
  const words = isSigned ? '已签到' : isWaiting ? '待提交' : '签到'
  return (
    <Popover
      title="每天签到"
      className={cx(
        'flex min-h-control min-w-[6.25rem] items-center justify-center gap-1.5 rounded border px-3 text-base font-medium',
        isOwed && !fires
          ? 'border-transparent bg-action text-action-on hover:bg-action-hover'
          : 'border-line-strong bg-panel',
      )}
      trigger={
        <>
          {isOwed ? <CalendarIcon /> : <CheckIcon />}
          <span key={words}>{words}</span>
        </>
      }
    >
      {() => (
        <Suspense fallback={<SkeletonText lines={8} />}>
          <CheckInPanel checking={checking} />
        </Suspense>
      )}
    </Popover>
  )
}
