import type { CheckinStatistic } from '#contract/checkin.ts'
import { MADE_UP, MISSED, mayMakeUp, SIGNED } from '#contract/checkin.rules.ts'
import { checkinStatus } from '#contract/dict/checkin-status.ts'
import { cx } from '#app/ui/cx.ts'
import { CheckIcon } from '#app/ui/icon.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { lastWeekOf } from './last-week.ts'

type Day = CheckinStatistic['signValueList'][number]

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']

interface MonthCalendarProps {
  /** `yyyy-MM-dd` */
  readonly today: string
  readonly days: readonly Day[]
  /** Queued, `yyyy-MM-dd`. */
  readonly waiting: ReadonlySet<string>
  readonly busy: boolean
  readonly isWeek?: boolean
  onMakeUp(date: string): void
}

const dayWords = (date: string) => `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`

/** From Monday; null: other months. */
export function weeksOf(days: readonly Day[]): (Day | null)[][] {
  const [first] = days
  const lead = first ? (new Date(`${first.date.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7 : 0
  const cells = [...Array.from({ length: lead }, () => null), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_cell, at) => cells[week * 7 + at] ?? null),
  )
}

/** In rem. */
export const heightOfWeeks = (days: readonly Day[]) => 3 * weeksOf(days).length

/** @param month `yyyy-MM` */
export const monthWords = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`

export function MonthCalendar({ today, days, waiting, busy, isWeek = false, onMakeUp }: MonthCalendarProps) {
  const weeks = isWeek ? [lastWeekOf(days, today)] : weeksOf(days)
  const first = isWeek ? new Date(`${today}T00:00:00Z`).getUTCDay() : 0
  const shown = weeks.flat().filter((day) => day !== null)
  const spansMonths = shown[0]?.date.slice(0, 7) !== shown[shown.length - 1]?.date.slice(0, 7)
  const from = spansMonths ? shown[0] : undefined
  const label = isWeek ? '最近 7 天' : monthWords(days[days.length - 1]?.date ?? today)
  return (
    <table aria-busy={busy} aria-label={label} className="-mx-0.5 w-[calc(100%+0.25rem)] table-fixed text-center">
      <thead>
        <tr>
          {[...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)].map((name) => (
            <th key={name} scope="col" className="pb-1 text-xs font-normal text-ink-soft">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={at}>
            {week.map((day, weekday) => (
              <td key={weekday} className="p-0">
                {day && (
                  <DayCell
                    day={day}
                    today={today}
                    waiting={waiting}
                    busy={busy}
                    isDated={day === from || (spansMonths && Number(day.date.slice(8, 10)) === 1)}
                    onMakeUp={onMakeUp}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellClass =
  'relative flex h-12 w-full flex-col items-center justify-center rounded-md border-2 border-transparent bg-clip-padding text-sm leading-tight'

interface DayCellProps extends Omit<MonthCalendarProps, 'days' | 'isWeek'> {
  readonly day: Day
  readonly isDated: boolean
}

function DayCell({ day: { date, checkInStatus }, today, waiting, busy, isDated, onMakeUp }: DayCellProps) {
  const day = date.slice(0, 10)
  const number = [isDated && Number(day.slice(5, 7)), Number(day.slice(8))].filter(Boolean).join('/')
  const isToday = day === today
  const ring = isToday && 'ring-1 ring-inset ring-link'
  const isDone = checkInStatus === MADE_UP || checkInStatus === SIGNED
  if (waiting.has(day) && !isDone)
    return (
      <span aria-current={isToday ? 'date' : undefined} className={cx(cellClass, ring)}>
        <span aria-hidden="true" className="font-figure text-xs text-ink-soft">
          {number}
        </span>
        <span aria-hidden="true" className={cx('text-xs', toneClass.working.text)}>
          待提交
        </span>
        <span className="sr-only">{dayWords(day)} 待提交</span>
      </span>
    )
  if (checkInStatus === null || !checkinStatus.codes.some((code) => code === String(checkInStatus)))
    return (
      <span
        aria-current={isToday ? 'date' : undefined}
        className={cx(cellClass, 'font-figure', isToday ? 'bg-action font-semibold text-action-on' : 'text-ink-soft')}
      >
        {number}
        {isToday && (
          <span aria-hidden="true" className="text-xs">
            今天
          </span>
        )}
      </span>
    )
  const tone = toneClass[checkinStatus.tone(checkInStatus)]
  const mark = (
    <>
      <span aria-hidden="true" className="font-figure text-xs">
        {number}
      </span>
      <span aria-hidden="true" className="font-semibold">
        {checkInStatus === SIGNED ? <CheckIcon className="h-4 w-4" /> : checkinStatus.label(checkInStatus)}
      </span>
    </>
  )
  if (checkInStatus === MISSED && mayMakeUp(day, today))
    return (
      <button
        type="button"
        data-printed
        aria-label={`补签${dayWords(day)}`}
        aria-disabled={busy}
        onClick={() => !busy && onMakeUp(day)}
        className={cx(cellClass, tone.text, 'hover:bg-sunk')}
      >
        <span aria-hidden="true" className={cx('absolute inset-0 rounded border border-dashed', tone.edge)} />
        {mark}
      </button>
    )
  return (
    <span aria-current={isToday ? 'date' : undefined} className={cx(cellClass, ring, tone.soft)}>
      {mark}
      <span className="sr-only">
        {dayWords(day)} {checkinStatus.label(checkInStatus)}
      </span>
    </span>
  )
}
