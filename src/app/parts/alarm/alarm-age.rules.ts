import { REAL } from '#contract/alarm.rules.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { elapsedText } from './arriving.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const isOlderThanDay = ({ lastTime }: Pick<AlarmRow, 'lastTime'>, now: Date) =>
  now.getTime() - fromWireTime(lastTime).getTime() >= DAY_MS

export const hasFreshAlarm = (of: Pick<AlarmRow, 'isOpen' | 'lastTime'>, now: Date) =>
  of.isOpen && !isOlderThanDay(of, now)

/** @returns true for a tinted row */
export const fireLook = (fire: AlarmRow | undefined, now: Date): true | 'edge' =>
  !fire || fire.verdict === REAL || hasFreshAlarm(fire, now) || 'edge'

export const showsSeconds = (ms: number, isUndecided: boolean): boolean => isUndecided && ms < HOUR_MS

/** `00:42` while undecided and under an hour, otherwise `38 分`, `3 小时`, `4 天`. */
export function ageText(ms: number, isUndecided: boolean): string {
  if (showsSeconds(ms, isUndecided)) return elapsedText(ms)
  if (ms < HOUR_MS) return `${Math.max(0, Math.floor(ms / MINUTE_MS))} 分`
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} 小时` : `${Math.floor(ms / DAY_MS)} 天`
}
