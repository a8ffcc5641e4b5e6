import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'

const STATE_ORDER = { new: 0, acked: 1, judged: 2, closed: 3 } as const

type Urgent = Pick<AlarmRow, 'id' | 'state' | 'alarmTime'>

/** Not acknowledged, no verdict, confirmed; newest first. */
export function byUrgency<A extends Urgent>(alarms: readonly A[]): A[] {
  return [...alarms].sort(
    (a, b) => STATE_ORDER[a.state] - STATE_ORDER[b.state] || b.alarmTime.localeCompare(a.alarmTime),
  )
}

/** `刚刚`, `38 分钟`, `5 小时`, `4 天`. @param wire wire time */
export function ageWords(wire: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - fromWireTime(wire).getTime()) / 60_000)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} 小时`
  return `${Math.floor(minutes / (24 * 60))} 天`
}

export function nextStep(alarms: readonly Urgent[]): string {
  if (alarms.some(({ state }) => state === 'new')) return '现在：派人到场核实，再确认结果'
  if (alarms.some(({ state }) => state === 'acked')) return '现在：已有人响应，请确认结果'
  return '现在：真实火警，请按预案处置'
}
