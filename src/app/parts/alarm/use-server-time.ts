import { useSyncExternalStore } from 'react'
import { serverNow } from '#app/offline/connection.ts'
import { createClock } from '#app/scheduling/clock.ts'

/** The device's clock until known. */
export const readServerTime = (): number => serverNow() ?? Date.now()

const clock = createClock(1000, readServerTime)
const ignore = () => () => undefined

/** Every second. @param isTicking false: keeps the last */
export const useServerTime = (isTicking = true): number =>
  useSyncExternalStore(isTicking ? clock.follow : ignore, clock.read)
