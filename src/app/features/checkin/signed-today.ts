import type { CheckinStatistic } from '#contract/checkin.ts'
import { MADE_UP, SIGNED } from '#contract/checkin.rules.ts'
import { fromWireTime, shanghaiDay } from '#contract/time.ts'

/** A calendar as it was told, and when that was by this device's clock, ms. */
export interface Told {
  readonly data: CheckinStatistic | undefined
  readonly dataUpdatedAt: number
}

/** The day it is by the server's clock, as far as is known: what it told, and what has passed here since. */
export function dayBy({ data, dataUpdatedAt }: Told, now: Date): string {
  if (!data) return shanghaiDay(now)
  const passed = Math.max(0, now.getTime() - dataUpdatedAt)
  return shanghaiDay(new Date(fromWireTime(data.currentDateTime).getTime() + passed))
}

/** Whether what is known says that today is checked in; what was kept from another day says nothing of today. */
export function signedToday(told: Told, now: Date): boolean {
  const today = dayBy(told, now)
  if (told.data?.currentDateTime.slice(0, 10) !== today) return false
  const status = told.data.signValueList.find(({ date }) => date.slice(0, 10) === today)?.checkInStatus
  return status === SIGNED || status === MADE_UP
}
