/** Asia/Shanghai has had no summer time since 1991: its wall clock is UTC plus eight hours. */
const SHANGHAI_MS = 8 * 3_600_000

/** An instant as the wire writes it: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export function toWireTime(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The instant a wire time or a wire date (its midnight) names. */
export function fromWireTime(wire: string): Date {
  return new Date(`${wire.slice(0, 10)}T${wire.slice(11) || '00:00:00'}+08:00`)
}

/** Whether a text of the wire's form names a moment that was or will be: no 30 February, no hour 24. */
export function isWireTime(wire: string): boolean {
  const at = fromWireTime(wire)
  return !Number.isNaN(at.getTime()) && toWireTime(at) === wire
}

/** The instant that a wire time has ended at: its second belongs to it. */
export function endOfWireTime(wire: string): Date {
  return new Date(fromWireTime(wire).getTime() + 1000)
}

/** The Shanghai day of an instant: `yyyy-MM-dd`. */
export function shanghaiDay(at: Date): string {
  return toWireTime(at).slice(0, 10)
}

/** A day so many days later (or earlier): `yyyy-MM-dd`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
