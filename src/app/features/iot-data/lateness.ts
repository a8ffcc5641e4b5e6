import { toInstant } from '#app/lib/format.ts'

/** From here on a report counts as late: a clock that is off, or what waited for a connection. */
const LATE_MS = 5 * 60_000

/** How much later the platform received a report than the device says it made it, in words; '' where that is nothing unusual. */
export function lateness(reported: string | null, received: string | null): string {
  const [from, to] = [toInstant(reported), toInstant(received)]
  if (!from || !to) return ''
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000)
  if (minutes * 60_000 < LATE_MS) return ''
  if (minutes < 60) return `晚 ${minutes} 分钟`
  if (minutes < 24 * 60) return `晚 ${Math.floor(minutes / 60)} 小时`
  return `晚 ${Math.floor(minutes / (24 * 60))} 天`
}
