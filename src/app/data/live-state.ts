import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'

/** `off`: not connected yet, or not offered. */
export interface LiveState {
  readonly mode: 'off' | 'live' | 'polling' | 'cut'
  /** Device's clock. */
  readonly since: number
}

export const liveState = createStore<LiveState>({ mode: 'off', since: 0 })

export const useLive = (): LiveState => useSyncExternalStore(liveState.follow, liveState.read)

/** Not while the stream is open. */
export const unlessLive = (everyMs: number) => (): number | false =>
  liveState.read().mode === 'live' ? false : everyMs

const held = { isHeld: false }

/** The session is about to end. */
export const holdLive = (): void => void (held.isHeld = true)
export const releaseLive = (): void => void (held.isHeld = false)
export const isLiveHeld = (): boolean => held.isHeld

const watching = { pages: 0 }

export const isWatched = (): boolean => watching.pages > 0

/** The page keeps receiving changes while hidden. */
export function useWatching(): void {
  useEffect(() => {
    watching.pages += 1
    return () => void (watching.pages -= 1)
  }, [])
}
