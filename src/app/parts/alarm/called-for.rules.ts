import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'

const REPLAYED_MS = 10 * 60_000

export const isCalledAgain = ({ newest, callTime, receiveTime, alarmTime }: AlarmRow): boolean =>
  newest !== null &&
  callTime !== null &&
  (callTime > receiveTime || fromWireTime(callTime).getTime() - fromWireTime(alarmTime).getTime() > REPLAYED_MS)

export const withNewest = <A extends AlarmRow>(of: A): A =>
  of.newest === null ? of : { ...of, detail: null, ...of.newest }

export const calledFor = <A extends AlarmRow>(of: A): A => (isCalledAgain(of) ? withNewest(of) : of)
