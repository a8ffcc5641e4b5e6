import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckinStatistic } from '#contract/checkin.ts'
import { MISSED, monthOf, nextMonth, STREAK_SCALE } from '#contract/checkin.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery } from '#app/data/checkin.ts'
import { MISSING } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { useSession } from '#app/session/session.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { monthWithLastWeek } from './last-week.ts'
import { heightOfWeeks, MonthCalendar, monthWords } from './month-calendar.tsx'
import { dayBy, signedToday } from './signed-today.ts'
import type { CheckingIn } from './use-check-in.ts'
import { useWaitingDays } from './use-waiting-days.ts'

/** @param whole of a page: no scroll area, no automatic check-in */
export function CheckInPanel({ checking, whole = false }: { checking: CheckingIn; whole?: boolean }) {
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const statistic = useQuery(checkinQuery.statistic({ lawCompanyId }))
  const now = useNow()
  const waiting = useWaitingDays()
  const day = shanghaiDay(now)
  const isDone = signedToday(statistic, now)
  const isOfToday = statistic.data?.currentDateTime.slice(0, 10) === dayBy(statistic, now)
  const isWaiting = waiting.has(day)
  const streak = statistic.data?.continuousCheckInDays
  const hasMissed = statistic.data?.signValueList.some(({ checkInStatus }) => checkInStatus === MISSED)
  const [isOpen, setOpen] = useState(false)
  const parts = { withWeek: whole && !isOpen, withMonth: !whole || isOpen }
  // The button stays enabled while the state loads: checking in is idempotent.
  const isUnknown = statistic.isFetching && !isDone && !isWaiting
  return (
    <div className={whole ? undefined : '-mr-2 max-h-[calc(100vh-14rem)] overflow-y-auto overscroll-contain pr-2'}>
      <div className={cx('flex items-center gap-3', whole && 'min-h-[3.5rem]')}>
        <h2 className="sr-only">每天签到</h2>
        <p key={String(streak === undefined)} className="min-w-0 flex-1 text-base font-semibold leading-snug">
          连续签到{' '}
          <strong className="font-figure text-[1.75rem] font-semibold leading-none">{streak ?? MISSING}</strong> 天
          <span className="block text-sm font-normal text-ink-soft">
            {whole
              ? streak === undefined
                ? '\u00a0'
                : isOfToday && !isDone && !isWaiting && `今天签到就是第 ${streak + 1} 天`
              : '浏览页面 30 秒自动签到'}
          </span>
        </p>
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
      <QueryResult of={statistic} waiting={<PanelComing today={day} {...parts} />}>
        {(data) => <Record data={data} waiting={waiting} checking={checking} {...parts} />}
      </QueryResult>
      {whole && (
        <Button kind="quiet" className="-mb-2 w-full" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '整月'}
          <ChevronDownIcon className={isOpen ? 'rotate-180' : ''} />
        </Button>
      )}
      <section aria-label="签到说明" hidden={!parts.withMonth} className="mt-2 text-xs text-ink-soft">
        <ul className="flex flex-wrap gap-y-0.5">
          <li>每天签到一次，以北京时间零点为界。</li>
          <li>补签也计入连续天数。</li>
          <li className={hasMissed ? undefined : 'invisible'}>点击“缺”补签，只能补签本月今天以前的日期。</li>
        </ul>
      </section>
      <DataTime of={statistic} isLast />
    </div>
  )
}

interface Parts {
  readonly withWeek: boolean
  readonly withMonth: boolean
}

interface RecordProps extends Parts {
  readonly data: CheckinStatistic
  readonly waiting: ReadonlySet<string>
  readonly checking: CheckingIn
}

function Record({ data, waiting, checking, withWeek, withMonth }: RecordProps) {
  const { continuousCheckInDays: streak, currentDateTime, signValueList } = data
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const today = currentDateTime.slice(0, 10)
  const month = nextMonth(today.slice(0, 7), -1)
  const isShort = Number(today.slice(8)) < 7
  const before = useQuery({ ...checkinQuery.month({ lawCompanyId, month }), enabled: isShort })
  if (isShort && before.isLoading) return <PanelComing today={today} withWeek={withWeek} withMonth={withMonth} />
  const days = monthWithLastWeek(isShort ? (before.data?.signValueList ?? []) : [], signValueList, today)
  const week = withWeek && (
    <div className="mt-3">
      <MonthCalendar
        isWeek
        today={today}
        days={days}
        waiting={waiting}
        busy={checking.busy}
        onMakeUp={(date) => checking.makeUp(date)}
      />
    </div>
  )
  if (!withMonth) return week
  return (
    <>
      {week}
      <ProgressBar
        className="mt-3"
        tone="ok"
        label={`连续签到 ${streak} 天，满格为 ${STREAK_SCALE} 天`}
        value={(streak / STREAK_SCALE) * 100}
      />
      <div aria-hidden="true" className="mb-3 mt-0.5 flex justify-between font-figure text-xs text-ink-soft">
        {[0, STREAK_SCALE / 2, STREAK_SCALE].map((days) => (
          <span key={days}>
            {days}
            {days === STREAK_SCALE && ' 天'}
          </span>
        ))}
      </div>
      <Months today={today} days={days} waiting={waiting} checking={checking} />
    </>
  )
}

interface MonthsProps {
  readonly today: string
  readonly days: CheckinStatistic['signValueList']
  readonly waiting: ReadonlySet<string>
  readonly checking: CheckingIn
}

function Months({ today, days, waiting, checking }: MonthsProps) {
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const thisMonth = today.slice(0, 7)
  const [chosen, setChosen] = useState(thisMonth)
  const month = chosen > thisMonth ? thisMonth : chosen
  const isEarlier = month !== thisMonth
  const earlier = useQuery({ ...checkinQuery.month({ lawCompanyId, month }), enabled: isEarlier })
  const isFirst = earlier.data !== undefined && month <= earlier.data.firstMonth
  const calendar = (list: MonthsProps['days']) => (
    <MonthCalendar
      today={today}
      days={list}
      waiting={waiting}
      busy={checking.busy}
      onMakeUp={(date) => checking.makeUp(date)}
    />
  )
  return (
    <>
      <div className="flex items-center justify-between">
        <h3 className="text-sm text-ink-soft" aria-live="polite">
          {monthWords(month)}
        </h3>
        <span className="-mr-2">
          <IconButton
            size="small"
            label="上个月"
            icon={<ChevronLeftIcon />}
            disabled={isFirst}
            onClick={() => setChosen(nextMonth(month, -1))}
          />
          <IconButton
            size="small"
            label="下个月"
            icon={<ChevronRightIcon />}
            disabled={!isEarlier}
            onClick={() => setChosen(nextMonth(month, 1))}
          />
        </span>
      </div>
      {isEarlier ? (
        <QueryResult of={earlier} waiting={<CalendarLoading month={month} />}>
          {({ signValueList }) => calendar(signValueList)}
        </QueryResult>
      ) : (
        calendar(days)
      )}
    </>
  )
}

function CalendarLoading({ month }: { month: string }) {
  const height = heightOfWeeks(monthOf(new Map(), `${month}-01`))
  return (
    <Loading>
      <div style={{ height: `${1.5 + height}rem` }}>
        <Skeleton className="h-full" />
      </div>
    </Loading>
  )
}

/** Four to six weeks: the button does not shift. */
function PanelComing({ today, withWeek, withMonth }: Parts & { readonly today: string }) {
  const before = monthOf(new Map(), today, nextMonth(today.slice(0, 7), -1))
  const height = heightOfWeeks(monthWithLastWeek(before, monthOf(new Map(), today), today))
  return (
    <Loading className="mt-3">
      {withWeek && <Skeleton className="h-[4.375rem]" />}
      {withMonth && (
        <div className={withWeek ? 'mt-3' : undefined}>
          <SkeletonText lines={1} />
          <div className="mt-[1.375rem]" style={{ height: `${3.4375 + height}rem` }}>
            <Skeleton className="h-full" />
          </div>
        </div>
      )}
    </Loading>
  )
}
