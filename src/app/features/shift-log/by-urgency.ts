import type { AlarmRow } from '#contract/alarm.ts'
import { isOlderThanDay } from '#app/parts/alarm/alarm-age.rules.ts'

export function byUrgency(now: Date): (a: AlarmRow, b: AlarmRow) => number {
  const ranks = (of: AlarmRow) => [
    of.verdict === null,
    of.kind !== 'fire',
    isOlderThanDay(of, now),
    of.state === 'acked' && of.callTime === null,
    !of.isFresh,
    of.priority,
  ]
  return (a, b) => {
    const [of, other] = [ranks(a), ranks(b)]
    const at = of.findIndex((rank, place) => rank !== other[place])
    return at < 0
      ? (b.callTime ?? b.alarmTime).localeCompare(a.callTime ?? a.alarmTime)
      : Number(of[at]) - Number(other[at])
  }
}
