import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import type { Tone } from '#contract/dict/define-dict.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime } from '#contract/time.ts'
import { waitingActs, type WaitingActs } from '#app/data/alarm-acts.ts'
import { cut, shortTime } from '#app/lib/format.ts'
import { ageText } from './alarm-age.rules.ts'
import { alarmPlace, kindWord } from './alarm-device.ts'
import { isCalledAgain, withNewest } from './called-for.rules.ts'

const CALLED_AGAIN = '又有设备报警'

export function stateWord(
  { state, verdict, callTime }: Pick<AlarmRow, 'state' | 'verdict' | 'callTime'>,
  waiting: WaitingActs,
): { readonly text: string; readonly tone: Tone } {
  if (waiting.refused !== null) return { text: '提交失败', tone: 'danger' }
  if (waiting.isEnded) return { text: '待提交：火已扑灭', tone: 'working' }
  if (waiting.verdict !== null)
    return {
      text: `待提交：${fireHandling.label(waiting.verdict)}`,
      tone: waiting.verdict === REAL ? 'danger' : 'working',
    }
  if (waiting.undo !== null) return { text: '待提交：撤销', tone: 'working' }
  if (verdict !== null) return { text: fireHandling.label(verdict), tone: fireHandling.tone(verdict) }
  if (waiting.isAcked) return { text: '待提交：已响应', tone: 'working' }
  if (state === 'acked' && callTime !== null) return { text: CALLED_AGAIN, tone: alarmProgress.tone('new') }
  return { text: alarmProgress.label(state), tone: alarmProgress.tone(state) }
}

export const storedState = (of: AlarmRow) => stateWord(of, waitingActs([], of.id))

export const LATE = '补传记录'
export const NOTE_SHOWN = 16

export function progressFacts(of: AlarmRow, now: Date): string[] {
  const { verdict, judgeBy, judgeTime, ackBy, ackTime, note, isFresh } = of
  const at = (time: string | null) => shortTime(time, now)
  const told = (facts: readonly (string | false | null)[]) => facts.filter((fact): fact is string => Boolean(fact))
  if (verdict !== null) return told([told([judgeBy, at(judgeTime), '确认']).join(' '), note && cut(note, NOTE_SHOWN)])
  const facts = [!isFresh && LATE, of.endTime && '设备已恢复']
  return told([ackTime && told([ackBy, at(ackTime)]).join(' '), ...facts])
}

export function judgedAfterMs({ isFresh, alarmTime, judgeTime }: AlarmRow): number | undefined {
  if (!isFresh || judgeTime === null) return undefined
  const ms = fromWireTime(judgeTime).getTime() - fromWireTime(alarmTime).getTime()
  return ms < 0 ? undefined : ms
}

export function judgedWords(of: AlarmRow, clock: (time: string) => string, late = ''): string {
  const ms = judgedAfterMs(of)
  const took = ms === undefined ? '' : `，用时 ${ageText(ms, false)}${late}`
  return `${[of.judgeBy, of.judgeTime && clock(of.judgeTime)].filter(Boolean).join(' ')} 确认${took}`.trim()
}

export const arrivalWord = (of: AlarmRow): string =>
  isCalledAgain(of)
    ? [CALLED_AGAIN, alarmPlace(withNewest(of))].filter(Boolean).join('：')
    : `${of.isFresh ? '新' : '补报'}${kindWord(of)}`
