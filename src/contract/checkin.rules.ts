import { addDays, shanghaiDay } from './time.ts'

export const MISSED = 0
export const MADE_UP = 1
export const SIGNED = 2

/** The streak that fills the bar. Source: document 1, section 9. */
export const STREAK_SCALE = 14
/** How long the button stands before it checks in by itself, in milliseconds. */
export const AUTO_CHECK_IN_MS = 30_000

/** What a repeated check-in answers; a screen says nothing of it. */
export const REPEATED = '不能重复签到'

/** What is checked in: the Shanghai day to how. */
export type Marks = ReadonlyMap<string, typeof MADE_UP | typeof SIGNED>

/**
 * Days in a row, signed or made up, that end today; a day that is not over yet breaks nothing.
 * @param today `yyyy-MM-dd`, Asia/Shanghai
 */
export function streakOf(checkedIn: Pick<Marks, 'has'>, today: string): number {
  let day = checkedIn.has(today) ? today : addDays(today, -1)
  let days = 0
  for (; checkedIn.has(day); day = addDays(day, -1)) days += 1
  return days
}

/** Whether a day can still be made up: those of the current month before today. */
export function mayMakeUp(day: string, today: string): boolean {
  return day.slice(0, 7) === today.slice(0, 7) && day < today
}

export interface DayMark {
  readonly date: string
  readonly checkIn: boolean
  /** Missing for a day that may yet be signed. */
  readonly checkInStatus: 0 | 1 | 2 | null
}

/** Every day of today's month and how it stands. */
export function monthOf(marks: Marks, today: string): DayMark[] {
  const month = today.slice(0, 7)
  const days: DayMark[] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) {
    const mark = marks.get(date)
    days.push({ date, checkIn: mark !== undefined, checkInStatus: mark ?? (date < today ? MISSED : null) })
  }
  return days
}

const MINUTE_MS = 60_000
/** A device's clock that is off by more is told. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS
/** As long as a call may be on its way, and what times told in whole seconds leave open. */
const JOURNEY_MS = MINUTE_MS
const ROUNDING_MS = 1000
/** A tap older than a session lives without use is nobody's any more. */
const OLDEST_TAP_DAYS = 7

/** When somebody tapped and when the device sent it, both by the device's own clock. */
export interface Tap {
  readonly tapped: Date
  readonly sent: Date
}

export type Settled =
  | { readonly day: string; readonly status: typeof MADE_UP | typeof SIGNED; readonly clockAheadMinutes: number | null }
  | { readonly refused: string }

/**
 * The day a check-in counts for. A device's clock says nothing of the time, only how long ago the tap was: the server's
 * clock less that time is when it happened, however wrong the device's is. Arriving on that Shanghai day it is signed,
 * later made up. Where the day can't be known it is refused: never a wrong one.
 */
export function settleTap(now: Date, tap: Tap | null): Settled {
  const today = shanghaiDay(now)
  if (!tap) return { day: today, status: SIGNED, clockAheadMinutes: null }
  const elapsed = tap.sent.getTime() - tap.tapped.getTime()
  if (elapsed < 0) return { refused: '手机时间在签到后被调整过，无法确认签到日期，请核对手机时间后重新签到' }
  const ahead = tap.sent.getTime() - now.getTime()
  const latest = new Date(now.getTime() - elapsed + ROUNDING_MS)
  const earliest = new Date(latest.getTime() - JOURNEY_MS)
  let day = shanghaiDay(latest)
  if (day !== shanghaiDay(earliest)) {
    // At midnight the call's own journey decides the day: a clock that is right says which, another can't.
    if (tap.tapped > latest || tap.tapped < earliest) return { refused: '正值零点，无法确认签到日期，请一分钟后再签到' }
    day = shanghaiDay(tap.tapped)
  }
  if (!mayMakeUp(day, today) && day < addDays(today, -OLDEST_TAP_DAYS)) return { refused: '签到时间过久，已不能补签' }
  return {
    day,
    status: day === today ? SIGNED : MADE_UP,
    clockAheadMinutes: Math.abs(ahead) > CLOCK_TOLERANCE_MS ? Math.round(ahead / MINUTE_MS) : null,
  }
}
