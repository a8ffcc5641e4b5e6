import { useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'
import type { WaitingWrite } from './waiting-write.ts'

/** What the signed-in account has not sent yet, in the order of the taps. */
export const unsent = createStore<readonly WaitingWrite[]>([])

export function useUnsent(): readonly WaitingWrite[] {
  return useSyncExternalStore(unsent.follow, unsent.read)
}
