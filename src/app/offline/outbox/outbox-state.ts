import { useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'
import type { UnsentWrite } from './unsent-write.ts'

export const unsent = createStore<readonly UnsentWrite[]>([])

export const refusedSeq = (thing: string): number | undefined =>
  unsent.read().find((write) => write.thing === thing && write.state === 'refused')?.seq

export const unsentKnown = createStore(false)

/** By `fileKey`, of this tab. */
export const fileShares = createStore<Readonly<Record<string, number>>>({})

export function useFileShares(): Readonly<Record<string, number>> {
  return useSyncExternalStore(fileShares.follow, fileShares.read)
}

export function useUnsentKnown(): boolean {
  return useSyncExternalStore(unsentKnown.follow, unsentKnown.read)
}

export function useUnsent(): readonly UnsentWrite[] {
  return useSyncExternalStore(unsent.follow, unsent.read)
}
