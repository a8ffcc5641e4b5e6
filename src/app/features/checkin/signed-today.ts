import type { CheckinStatistic } from '#contract/checkin.ts'
import { MADE_UP, SIGNED } from '#contract/checkin.rules.ts'

/** Whether what is known says that today is checked in; what was kept from another day says nothing of today. */
export function signedToday(known: CheckinStatistic | undefined, today: string): boolean {
  if (known?.currentDateTime.slice(0, 10) !== today) return false
  const status = known.signValueList.find(({ date }) => date.slice(0, 10) === today)?.checkInStatus
  return status === SIGNED || status === MADE_UP
}
