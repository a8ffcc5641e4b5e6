import { useSyncExternalStore } from 'react'
import { fromWireTime } from '#contract/time.ts'
import { serverNow } from '#app/offline/connection.ts'
import { createClock } from '#app/scheduling/clock.ts'

/** The device's clock until known. */
export const readServerTime = (): number => serverNow() ?? Date.now()

const clock = createClock(1000, readServerTime)
const ignore = () => () => undefined

/** Read every second, drawn when the value differs. */
export const useServerMoment = <T extends number | boolean>(of: (now: number) => T): T =>
  useSyncExternalStore(clock.follow, () => of(clock.read()))

const MINUTE_MS = 60_000

/** @returns ms, of whole minutes */
export function useAge(since: string): number {
  const begun = fromWireTime(since).getTime()
  return useServerMoment((now) => Math.floor((now - begun) / MINUTE_MS)) * MINUTE_MS
}

/** Every second. @param isTicking false: keeps the last */
export const useServerTime = (isTicking = true): number =>
  useSyncExternalStore(isTicking ? clock.follow : ignore, clock.read)
