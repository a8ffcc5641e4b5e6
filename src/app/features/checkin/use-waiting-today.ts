import { checkin } from '#contract/checkin.ts'
import { shanghaiDay } from '#contract/time.ts'
import { unsent, useUnsent } from '#app/offline/outbox/outbox-state.ts'

/** Whether a check-in of today waits on this device for a network, so that it is not done again. */
export function waitsToday(today: string, writes = unsent.read()): boolean {
  return writes.some(
    ({ call, state, tappedAt }) =>
      call.id === checkin.checkIn.id && state === 'waiting' && shanghaiDay(new Date(tappedAt)) === today,
  )
}

export const useWaitingToday = (today: string): boolean => waitsToday(today, useUnsent())
