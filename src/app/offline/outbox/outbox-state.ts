import { useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'
import type { WaitingWrite } from './waiting-write.ts'

export const unsent = createStore<readonly WaitingWrite[]>([])

export const unsentKnown = createStore(false)

/** By {@link fileKey}, of this tab. */
export const fileShares = createStore<Readonly<Record<string, number>>>({})

export const fileKey = (write: Pick<WaitingWrite, 'key'>, at: number) => `${write.key}-f${at}`

export const fileField = (at: number) => `files.${at}`

export function useFileShares(): Readonly<Record<string, number>> {
  return useSyncExternalStore(fileShares.follow, fileShares.read)
}

export function useUnsentKnown(): boolean {
  return useSyncExternalStore(unsentKnown.follow, unsentKnown.read)
}

export function useUnsent(): readonly WaitingWrite[] {
  return useSyncExternalStore(unsent.follow, unsent.read)
}
