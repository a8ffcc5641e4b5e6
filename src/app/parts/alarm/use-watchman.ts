import { useSyncExternalStore } from 'react'
import { watchman } from '#app/data/watchman.ts'
import { useNow } from '#app/lib/use-now.ts'

export function useWatchman(): string {
  // A shift ends by the clock.
  useNow()
  return useSyncExternalStore(watchman.follow, watchman.read)
}
