import { useSyncExternalStore } from 'react'
import { serverNow } from '#app/offline/connection.ts'

/** The device's clock until known. */
export const readServerTime = (): number => serverNow() ?? Date.now()

let now = readServerTime()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = readServerTime()
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  now = readServerTime()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const ignore = () => () => undefined

/** Every second. @param isTicking false: keeps the last */
export const useServerTime = (isTicking = true): number => useSyncExternalStore(isTicking ? follow : ignore, () => now)
