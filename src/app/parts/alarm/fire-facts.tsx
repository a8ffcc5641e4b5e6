import type { AlarmRow } from '#contract/alarm.ts'
import { isOlderThanDay } from './alarm-age.rules.ts'
import { fireWords } from './alarm-device.ts'

/** `again` is red for a day. */
export function fireFacts(of: AlarmRow, now: Date) {
  const [place, devices, again, kind] = fireWords(of, now)
  const word = again && !isOlderThanDay(of, now) ? <b className="fire-again">{again}</b> : again
  return { place, devices, again: word, kind }
}
