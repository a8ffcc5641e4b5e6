import { useQuery } from '@tanstack/react-query'
import type { CheckinStatistic } from '#contract/checkin.ts'
import { monthOf, STREAK_SCALE } from '#contract/checkin.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery } from '#app/data/checkin.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Answer } from '#app/parts/answer.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { MonthCalendar, weeksOf } from './month-calendar.tsx'
import { signedToday } from './signed-today.ts'
import type { CheckingIn } from './use-check-in.ts'
import { useWaitingDays } from './use-waiting-days.ts'

/** What the floating button opens: check in, the streak, the month, how it works. */
export function CheckInPanel({ checking }: { checking: CheckingIn }) {
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const statistic = useQuery(checkinQuery.statistic({ lawCompanyId }))
  const now = useNow()
  const waiting = useWaitingDays()
  const day = shanghaiDay(now)
  const isDone = signedToday(statistic, now)
  const isWaiting = waiting.has(day)
  // Whoever is in a hurry may tap before it is known: checking in again changes nothing.
  const isUnknown = statistic.isFetching && !isDone && !isWaiting
  return (
    <div className="-mr-2 max-h-[calc(100vh-14rem)] overflow-y-auto overscroll-contain pr-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg">每天签到</h2>
          <p className="text-sm text-ink-soft">浏览页面 30 秒自动签到</p>
        </div>
        <Button
          kind={isUnknown ? 'secondary' : 'primary'}
          busy={checking.busy}
          disabled={isDone || isWaiting}
          onClick={() => checking.check('by-hand')}
          className="min-w-[6rem]"
        >
          {isDone ? '今日已签' : isWaiting ? '待提交' : isUnknown ? '签到' : '立即签到'}
        </Button>
      </div>
      <Answer of={statistic} waiting={<PanelComing today={day} />}>
        {(data) => <Record data={data} waiting={waiting} checking={checking} />}
      </Answer>
      <div className="mt-2 flex min-h-[1.5rem] justify-end">
        <DataTime of={statistic} />
      </div>
      <section aria-label="签到说明" className="mt-1 rounded bg-sunk px-3 py-2 text-sm text-ink-soft">
        <ul className="list-disc space-y-0.5 pl-4">
          <li>每天签到一次，以北京时间零点为界。</li>
          <li>标“缺”的日期未签到，点按即可补签；只能补签本月今天以前的日期。</li>
          <li>补签的日期也计入连续签到天数。</li>
        </ul>
      </section>
    </div>
  )
}

interface RecordProps {
  readonly data: CheckinStatistic
  readonly waiting: ReadonlySet<string>
  readonly checking: CheckingIn
}

function Record({ data, waiting, checking }: RecordProps) {
  const { continuousCheckInDays: streak, currentDateTime, signValueList } = data
  return (
    <>
      <p className="mt-3 text-base">
        已连续签到 <strong className="font-figure text-xl">{streak}</strong> 天
      </p>
      <ProgressBar
        className="mt-1"
        tone="ok"
        label={`连续签到 ${streak} 天，满格为 ${STREAK_SCALE} 天`}
        value={(streak / STREAK_SCALE) * 100}
      />
      <div aria-hidden="true" className="mb-3 mt-0.5 flex justify-between font-figure text-xs text-ink-soft">
        {[0, STREAK_SCALE / 2, STREAK_SCALE].map((days) => (
          <span key={days}>{days}</span>
        ))}
      </div>
      <MonthCalendar
        today={currentDateTime.slice(0, 10)}
        days={signValueList}
        waiting={waiting}
        busy={checking.busy}
        onMakeUp={(date) => checking.makeUp(date)}
      />
    </>
  )
}

/** As high as the month will be, which has four to six weeks: the button above does not move under a thumb. */
function PanelComing({ today }: { today: string }) {
  const weeks = weeksOf(monthOf(new Map(), today)).length
  return (
    <Loading className="mt-3">
      <SkeletonText lines={2} />
      <div className="mt-4" style={{ height: `${3.75 + 2.75 * weeks}rem` }}>
        <Skeleton className="h-full" />
      </div>
    </Loading>
  )
}
