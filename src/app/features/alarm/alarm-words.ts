import type { AlarmRow } from '#contract/alarm.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import type { Tone } from '#contract/dict/define-dict.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import type { WaitingActs } from '#app/data/alarm-acts.ts'

/** State of an alarm in a word: its verdict once there is one, and first what this device has not sent yet. */
export function stateWord(
  { state, verdict }: Pick<AlarmRow, 'state' | 'verdict'>,
  waiting: WaitingActs,
): { readonly text: string; readonly tone: Tone } {
  if (waiting.refused !== null) return { text: '未被接受', tone: 'danger' }
  if (waiting.verdict !== null) return { text: `待提交：${fireHandling.label(waiting.verdict)}`, tone: 'working' }
  if (waiting.undo !== null) return { text: '待提交：撤销', tone: 'working' }
  if (verdict !== null) return { text: fireHandling.label(verdict), tone: fireHandling.tone(verdict) }
  if (waiting.isAcked) return { text: '待提交：已响应', tone: 'working' }
  return { text: alarmProgress.label(state), tone: alarmProgress.tone(state) }
}

/** Floor, zone and description of the first device; what the sender called the place where the building is unknown. */
export const placeOf = ({ floor, zone, descript, detail }: Pick<AlarmRow, 'floor' | 'zone' | 'descript' | 'detail'>) =>
  [floor, zone, descript].filter(Boolean).join(' ') || (detail ?? '')

export const kindWord = ({ kind }: Pick<AlarmRow, 'kind'>): string => (kind === 'fire' ? '火警' : '电气火灾报警')

/** How many devices and records. */
export const sizeWord = ({ points, events }: Pick<AlarmRow, 'points' | 'events'>): string =>
  points > 0 ? `${points} 个设备，${events} 条记录` : `${events} 条记录`

/** Why a device reported a fire that is none; one tap each. */
export const FALSE_CAUSES = ['灰尘、水汽', '油烟、吸烟', '施工作业', '人员误碰', '设备故障', '原因待查'] as const
