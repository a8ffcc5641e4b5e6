import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ageText, showsSeconds } from './alarm-age.rules.ts'
import { readServerTime, useServerTime } from './use-server-time.ts'

type Aged = Pick<AlarmRow, 'alarmTime' | 'verdict'>

export function AlarmAge({ of }: { of: Aged }) {
  const begun = fromWireTime(of.alarmTime).getTime()
  const isUndecided = of.verdict === null
  const isExact = showsSeconds(readServerTime() - begun, isUndecided)
  const second = useServerTime(isExact)
  useNow()
  return <>{ageText((isExact ? second : readServerTime()) - begun, isUndecided)}</>
}
