/** Two wire times, `yyyy-MM-dd HH:mm:ss`; an empty one leaves that side open. */
export interface TimeSpan {
  readonly start: string
  readonly end: string
}

/** What a day begins and ends with where no time is named. Source: document 1, section 5, Filters. */
export const DAY_START = '00:00:00'
export const DAY_END = '23:59:59'

/** A day and a time as one end of a span; without a day there is none, without a time the usual one counts. */
export function endOf(day: string, time: string, usual: string): string {
  if (!day) return ''
  const full = time.length === 5 ? `${time}:00` : time
  return `${day} ${full || usual}`
}

/**
 * A span with one side changed. The other side gives way when it would lie on the wrong side: it moves to the same
 * day, and, should that not do, to the same moment.
 */
export function changeSpan(span: TimeSpan, side: keyof TimeSpan, value: string): TimeSpan {
  const next = { ...span, [side]: value }
  if (!next.start || !next.end || next.start <= next.end) return next
  const day = value.slice(0, 10)
  if (side === 'start') return { start: value, end: later(value, `${day} ${DAY_END}`) }
  return { start: earlier(value, `${day} ${DAY_START}`), end: value }
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)
