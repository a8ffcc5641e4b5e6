/** Empty: open. */
export interface TimeSpan {
  readonly start: string
  readonly end: string
}

/** Source: document 1, section 5. */
export const DAY_START = '00:00:00'
export const DAY_END = '23:59:59'

export function endOf(day: string, time: string, usual: string): string {
  if (!day) return ''
  const full = time.length === 5 ? `${time}:00` : time
  return `${day} ${full || usual}`
}

/** Sides never cross: the other moves along. */
export function changeSpan(span: TimeSpan, side: keyof TimeSpan, value: string): TimeSpan {
  const next = { ...span, [side]: value }
  if (!next.start || !next.end || next.start <= next.end) return next
  const day = value.slice(0, 10)
  if (side === 'start') return { start: value, end: later(value, `${day} ${DAY_END}`) }
  return { start: earlier(value, `${day} ${DAY_START}`), end: value }
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)
