import { addDays, shanghaiDay } from './time.ts'

export const MISSED = 0
export const MADE_UP = 1
export const SIGNED = 2

/** Streak (days) that fills the bar. Source: document 1, section 9. */
export const STREAK_SCALE = 14
/** Delay before the automatic check-in (ms). */
export const AUTO_CHECK_IN_MS = 30_000

/** Not shown: the day is checked in. */
export const REPEATED = '不能重复签到'

/** Shanghai day, `yyyy-MM-dd`, to check-in. */
export type Marks = ReadonlyMap<string, typeof MADE_UP | typeof SIGNED>

/**
 * A missing check-in today does not end the streak yet.
 * @param today `yyyy-MM-dd`, Asia/Shanghai
 */
export function streakOf(checkedIn: Pick<Marks, 'has'>, today: string): number {
  let day = checkedIn.has(today) ? today : addDays(today, -1)
  let days = 0
  for (; checkedIn.has(day); day = addDays(day, -1)) days += 1
  return days
}

export function mayMakeUp(day: string, today: string): boolean {
  return day.slice(0, 7) === today.slice(0, 7) && day < today
}

export interface DayMark {
  readonly date: string
  readonly checkIn: boolean
  /** Null for a day that can still be signed. */
  readonly checkInStatus: 0 | 1 | 2 | null
}

/**
 * @param month `yyyy-MM`
 * @param step -1 previous month, 1 next month
 */
export function nextMonth(month: string, step: 1 | -1): string {
  return (step > 0 ? addDays(`${month}-28`, 4) : addDays(`${month}-01`, -1)).slice(0, 7)
}

/**
 * @param month `yyyy-MM`
 * @param from `yyyy-MM-dd`; earlier days are not missed
 */
export function monthOf(marks: Marks, today: string, month = today.slice(0, 7), from = ''): DayMark[] {
  const days: DayMark[] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) {
    const mark = marks.get(date)
    days.push({
      date,
      checkIn: mark !== undefined,
      checkInStatus: mark ?? (date >= from && date < today ? MISSED : null),
    })
  }
  return days
}

const MINUTE_MS = 60_000
/** Above this offset the user gets a warning. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS
/** Longest transit of a request; `ROUNDING_MS` is the error of times in whole seconds. */
const JOURNEY_MS = MINUTE_MS
const ROUNDING_MS = 1000
/** Sessions unused for longer have expired. */
const OLDEST_TAP_DAYS = 7

/** Times of a tap and of its sending, both by the device's clock. */
export interface Tap {
  readonly tapped: Date
  readonly sent: Date
}

export type TapOutcome =
  | { readonly day: string; readonly status: typeof MADE_UP | typeof SIGNED; readonly clockAheadMinutes: number | null }
  | { readonly refused: string }

/**
 * Day of a check-in: server time of arrival minus the time between tap and sending. On the day of arrival it is signed, otherwise made up.
 * @returns `refused` if the day is uncertain or too long ago
 */
export function resolveTap(now: Date, tap: Tap | null): TapOutcome {
  const today = shanghaiDay(now)
  if (!tap) return { day: today, status: SIGNED, clockAheadMinutes: null }
  const elapsed = tap.sent.getTime() - tap.tapped.getTime()
  if (elapsed < 0) return { refused: '本机时间在签到后被调整过，无法确认签到日期，请核对本机时间后重新签到' }
  const ahead = tap.sent.getTime() - now.getTime()
  const latest = new Date(now.getTime() - elapsed + ROUNDING_MS)
  const earliest = new Date(latest.getTime() - JOURNEY_MS)
  let day = shanghaiDay(latest)
  if (day !== shanghaiDay(earliest)) {
    // The time in transit spans midnight, so only a device clock that is right can decide the day.
    if (tap.tapped > latest || tap.tapped < earliest) return { refused: '临近零点，无法确定日期，请 1 分钟后再签到' }
    day = shanghaiDay(tap.tapped)
  }
  if (!mayMakeUp(day, today) && day < addDays(today, -OLDEST_TAP_DAYS)) return { refused: '已超过补签期限' }
  return {
    day,
    status: day === today ? SIGNED : MADE_UP,
    clockAheadMinutes: Math.abs(ahead) > CLOCK_TOLERANCE_MS ? Math.round(ahead / MINUTE_MS) : null,
  }
}
