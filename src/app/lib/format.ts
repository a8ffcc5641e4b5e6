import { addDays, fromWireTime, shanghaiDay, toWireTime } from '#contract/time.ts'

/** Source: both documents, section 8. */
export const MISSING = '--'

/** A Date, milliseconds since 1970, or a wire time (`yyyy-MM-dd HH:mm:ss`, Asia/Shanghai). */
type TimeLike = Date | number | string

type Missing = null | undefined

const known = (value: number | Missing): value is number => typeof value === 'number' && Number.isFinite(value)

export function orMissing(text: string | Missing): string {
  return text?.trim() ? text : MISSING
}

/** At most `digits` decimals, no trailing zeros. */
export function formatNumber(value: number | Missing, digits = 2): string {
  if (!known(value)) return MISSING
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(digits).split('.')
  const decimals = fraction.replace(/0+$/, '')
  const text = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (decimals && `.${decimals}`)
  return value < 0 && text !== '0' ? `-${text}` : text
}

export const oneDecimal = (value: number | Missing): string => (known(value) ? value.toFixed(1) : MISSING)

/** `86.5%` from a percentage (0–100). */
export function formatPercent(value: number | Missing, digits = 1): string {
  return known(value) ? `${formatNumber(value, digits)}%` : MISSING
}

/** `1,204`, `99+`. */
export function capped(count: number | Missing, max: number): string {
  if (!known(count)) return MISSING
  return count > max ? `${max}+` : formatNumber(count)
}

/** A character outside the BMP counts once. */
export function cut(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}

export function toInstant(at: TimeLike | Missing): Date | null {
  if (at === null || at === undefined || at === '') return null
  const date = typeof at === 'string' ? fromWireTime(at) : new Date(at)
  return Number.isNaN(date.getTime()) ? null : date
}

/** `2026-11-21 10:32:05`, Asia/Shanghai; unparsable text is returned unchanged. */
export function formatTime(at: TimeLike | Missing): string {
  const date = toInstant(at)
  if (date) return toWireTime(date)
  return typeof at === 'string' ? orMissing(at) : MISSING
}

/** `2026-11-21`, Asia/Shanghai. */
export function formatDay(at: TimeLike | Missing): string {
  const date = toInstant(at)
  return date ? shanghaiDay(date) : MISSING
}

/** `10:32`, `昨天 10:32`, `3月5日 10:32`, `2025-03-05`; Asia/Shanghai. */
export function shortTime(at: TimeLike | Missing, now: Date): string {
  const date = toInstant(at)
  if (!date) return MISSING
  const wire = toWireTime(date)
  const [day, clock, today] = [wire.slice(0, 10), wire.slice(11, 16), shanghaiDay(now)]
  if (day === today) return clock
  if (day === addDays(today, -1)) return `昨天 ${clock}`
  if (day.slice(0, 4) !== today.slice(0, 4)) return day
  return `${monthDay(day)} ${clock}`
}

/** `3月5日 10:32`, `2025-03-05 10:32`; for lists that are printed. */
export function dayTime(at: TimeLike | Missing, now: Date): string {
  const date = toInstant(at)
  if (!date) return MISSING
  const wire = toWireTime(date)
  const [day, clock] = [wire.slice(0, 10), wire.slice(11, 16)]
  return `${day.slice(0, 4) === shanghaiDay(now).slice(0, 4) ? monthDay(day) : day} ${clock}`
}

const monthDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** `刚刚`, also up to 5 minutes ahead (clock skew); the date from 30 days on. */
export function ago(at: TimeLike | Missing, now: Date): string {
  const date = toInstant(at)
  if (!date) return MISSING
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < -5) return shortTime(date, now)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟前`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} 小时前`
  if (minutes < 30 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} 天前`
  return shanghaiDay(date)
}
