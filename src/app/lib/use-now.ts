import { useSyncExternalStore } from 'react'
import { createClock } from '#app/scheduling/clock.ts'

const clock = createClock(60_000, () => Date.now())

export function useNow(): Date {
  return new Date(useSyncExternalStore(clock.follow, clock.read))
}
