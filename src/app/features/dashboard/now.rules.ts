import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fromWireTime } from '#contract/time.ts'
import { lateNote } from '#app/parts/alarm/rank-words.ts'

/** `刚刚`, `38 分钟`, `5 小时`, `4 天`. @param wire wire time */
export function ageWords(wire: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - fromWireTime(wire).getTime()) / 60_000)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} 小时`
  return `${Math.floor(minutes / (24 * 60))} 天`
}

type Alarms = readonly Pick<AlarmRow, 'state' | 'verdict'>[]

const realOf = (alarms: Alarms) => alarms.filter(({ verdict }) => verdict === REAL).length

export function headline(alarms: Alarms, total: number): string {
  const real = realOf(alarms)
  return real > 0
    ? `${real === alarms.length && real < total ? '至少 ' : ''}${real} 处真实火警`
    : `${total} 处火警未结束`
}

export function headNote(alarms: readonly AlarmRow[], total: number): string {
  if (alarms.length < total) return ''
  const late = realOf(alarms) === 0 && lateNote(alarms, total)
  if (late) return late.replace('记录', '')
  const points = alarms.reduce((sum, { points: of }) => sum + of, 0)
  return points > total ? `${points} 个设备报过警` : ''
}

export function nextStep(alarms: Alarms, total: number, shared?: string, note?: string): string {
  const real = realOf(alarms)
  if (real > 0) return `现在：请按预案处置${real < alarms.length ? `；另有 ${total - real} 处火警未结束` : ''}`
  const lead = [shared && `均${shared}`, note].filter(Boolean).join('、') || '现在'
  if (alarms.some(({ state }) => state === 'new')) return `${lead}：请派人核实并确认`
  return shared ? `${lead}：请确认结果` : `${lead}：已有人响应，请确认结果`
}
