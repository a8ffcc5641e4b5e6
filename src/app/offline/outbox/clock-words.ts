import type { Outcome } from './unsent-write.ts'

/** `本机时间快了约 2 小时，请校准` */
export function clockWords(outcome: Outcome): string | undefined {
  if (outcome.state !== 'done') return undefined
  const { clockAheadMinutes: ahead } = (outcome.data ?? {}) as { clockAheadMinutes?: unknown }
  if (typeof ahead !== 'number') return undefined
  const off = Math.abs(ahead)
  const [amount, unit] = off < 120 ? [off, '分钟'] : off < 2880 ? [off / 60, '小时'] : [off / 1440, '天']
  return `本机时间${ahead > 0 ? '快' : '慢'}了约 ${Math.round(amount)} ${unit}，请校准`
}
