import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery } from '#app/data/checkin.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useSession } from '#app/session/session.ts'
import { CheckIcon } from '#app/ui/icon.tsx'
import { CalendarIcon } from '#app/ui/place-icons.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { signedToday } from './signed-today.ts'
import { useAutoCheckIn } from './use-auto-check-in.ts'
import { useCheckIn } from './use-check-in.ts'
import { useKeptMonth } from './use-kept-month.ts'
import { useSentLater } from './use-sent-later.ts'
import { useWaitingDays } from './use-waiting-days.ts'

const CheckInPanel = lazy(() => import('./check-in-panel.tsx').then((loaded) => ({ default: loaded.CheckInPanel })))

/** The floating button of the unit's dashboard: opens the calendar, checks in by itself after a while. */
export function CheckInButton() {
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const checking = useCheckIn()
  useAutoCheckIn(checking)
  useSentLater()
  useKeptMonth(lawCompanyId)
  // Asked for when somebody looks: until then the button says what is known.
  const told = useQuery({ ...checkinQuery.statistic({ lawCompanyId }), enabled: false })
  const now = useNow()
  const isSigned = signedToday(told, now)
  const isWaiting = useWaitingDays().has(shanghaiDay(now))
  return (
    <div className="fixed bottom-[calc(4rem+env(safe-area-inset-bottom))] right-3 z-bar md:bottom-6 md:right-6">
      <Popover
        title="每天签到"
        opens="up"
        className="flex h-14 w-14 flex-col items-center justify-center rounded-full border border-line bg-action text-xs font-medium text-action-on shadow-float hover:bg-action-hover"
        trigger={
          <>
            {isSigned || isWaiting ? <CheckIcon className="h-5 w-5" /> : <CalendarIcon className="h-5 w-5" />}
            {isSigned ? '已签到' : isWaiting ? '待提交' : '签到'}
          </>
        }
      >
        {() => (
          <Suspense fallback={<SkeletonText lines={8} />}>
            <CheckInPanel checking={checking} />
          </Suspense>
        )}
      </Popover>
    </div>
  )
}
