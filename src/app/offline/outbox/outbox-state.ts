import { useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'
import type { WaitingWrite } from './waiting-write.ts'

/** What the signed-in account has not sent yet, in the order of the taps. */
export const unsent = createStore<readonly WaitingWrite[]>([])

/** Whether this device has been asked what waits: until then nothing is said of it. */
export const unsentKnown = createStore(false)

/** How much of a file on its way has gone out, 0–1, by {@link fileKey}; of this tab. */
export const fileShares = createStore<Readonly<Record<string, number>>>({})

/** A waiting write's nth file, as the server knows it when it comes again. */
export const fileKey = (write: Pick<WaitingWrite, 'key'>, at: number) => `${write.key}-f${at}`

/** The name under which the nth file of a write is told to be wrong. */
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
