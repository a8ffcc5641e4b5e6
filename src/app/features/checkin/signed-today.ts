import type { CheckinStatistic } from '#contract/checkin.ts'
import { MADE_UP, SIGNED } from '#contract/checkin.rules.ts'
import { fromWireTime, shanghaiDay } from '#contract/time.ts'

/** Device clock, ms. */
interface Told {
  readonly data: CheckinStatistic | undefined
  readonly dataUpdatedAt: number
}

/** Server clock: last known time plus the elapsed. */
export function dayBy({ data, dataUpdatedAt }: Told, now: Date): string {
  if (!data) return shanghaiDay(now)
  const passed = Math.max(0, now.getTime() - dataUpdatedAt)
  return shanghaiDay(new Date(fromWireTime(data.currentDateTime).getTime() + passed))
}

/** Of another day: not checked in. */
export function signedToday(told: Told, now: Date): boolean {
  const today = dayBy(told, now)
  if (told.data?.currentDateTime.slice(0, 10) !== today) return false
  const status = told.data.signValueList.find(({ date }) => date.slice(0, 10) === today)?.checkInStatus
  return status === SIGNED || status === MADE_UP
}
