import { useSyncExternalStore } from 'react'
import { serverNow } from '#app/offline/connection.ts'
import { createClock } from '#app/scheduling/clock.ts'

/** The device's clock until known. */
export const readServerTime = (): number => serverNow() ?? Date.now()

const clock = createClock(1000, readServerTime)
const ignore = () => () => undefined

/** Read every second, drawn when the value differs. */
export const useServerMoment = <T extends number | boolean>(of: (now: number) => T): T =>
  useSyncExternalStore(clock.follow, () => of(clock.read()))

/** Every second. @param isTicking false: keeps the last */
export const useServerTime = (isTicking = true): number =>
  useSyncExternalStore(isTicking ? clock.follow : ignore, clock.read)
