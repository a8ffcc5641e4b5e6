import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { ageText } from './alarm-age.rules.ts'
import { useServerTime } from './use-server-time.ts'

type Aged = Pick<AlarmRow, 'alarmTime' | 'verdict'>

export function AlarmAge({ of }: { of: Aged }) {
  const now = useServerTime()
  return <>{ageText(now - fromWireTime(of.alarmTime).getTime(), of.verdict === null)}</>
}
