import { toInstant } from '#app/lib/format.ts'

/** Clock error or buffering on the device. */
const LATE_MS = 5 * 60_000

/** '' below the threshold. */
export function lateness(reported: string | null, received: string | null): string {
  const [from, to] = [toInstant(reported), toInstant(received)]
  if (!from || !to) return ''
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000)
  if (minutes * 60_000 < LATE_MS) return ''
  if (minutes < 60) return `延迟 ${minutes} 分钟`
  if (minutes < 24 * 60) return `延迟 ${Math.floor(minutes / 60)} 小时`
  return `延迟 ${Math.floor(minutes / (24 * 60))} 天`
}
