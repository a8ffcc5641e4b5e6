import { REAL } from '#contract/alarm.rules.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { isOlderThanDay } from './alarm-age.rules.ts'
import { LATE } from './alarm-words.ts'

export const KEY_BUILDING = '重点建筑'
export const NOT_AGAIN = '24 小时未再报警'

export function rankWords(alarms: readonly AlarmRow[], now: Date): (of: AlarmRow) => string {
  const wordOf = (of: AlarmRow) => {
    if (!of.isOpen || of.verdict === REAL) return ''
    if (isOlderThanDay(of, now)) return NOT_AGAIN
    return of.kind === 'fire' && of.priority === 2 ? KEY_BUILDING : ''
  }
  const isVaried = new Set(alarms.map(wordOf)).size > 1
  return (of) => (isVaried ? wordOf(of) : '')
}

export const countLate = (alarms: readonly AlarmRow[]) => alarms.filter(({ isFresh }) => !isFresh).length

/** Of all open alarms: none, all, or how many came late. */
export function lateNote(alarms: readonly AlarmRow[], total: number): string {
  const late = countLate(alarms)
  if (late === 0 || alarms.length < total) return ''
  if (late < total) return `${LATE} ${late} 处`
  return total > 1 ? `均为${LATE}` : LATE
}
