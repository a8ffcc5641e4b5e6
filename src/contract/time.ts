/** Constant offset: Asia/Shanghai has had no daylight saving time since 1991. */
const SHANGHAI_MS = 8 * 3_600_000

/** @returns `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai */
export function toWireTime(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** @param wire `yyyy-MM-dd HH:mm:ss` or `yyyy-MM-dd` (midnight), Asia/Shanghai */
export function fromWireTime(wire: string): Date {
  return new Date(`${wire.slice(0, 10)}T${wire.slice(11) || '00:00:00'}+08:00`)
}

/** Rejects 30 February and hour 24. */
export function isWireTime(wire: string): boolean {
  const at = fromWireTime(wire)
  return !Number.isNaN(at.getTime()) && toWireTime(at) === wire
}

/** Exclusive end: the second itself is included. */
export function endOfWireTime(wire: string): Date {
  return new Date(fromWireTime(wire).getTime() + 1000)
}

/** @returns `yyyy-MM-dd`, Asia/Shanghai */
export function shanghaiDay(at: Date): string {
  return toWireTime(at).slice(0, 10)
}

/** As notices print it, such as 2026年3月5日; Asia/Shanghai. */
export function noticeDay(at: Date): string {
  const [year, month, day] = shanghaiDay(at).split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/**
 * @param day `yyyy-MM-dd`
 * @param days may be negative
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
