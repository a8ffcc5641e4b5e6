import { useEffect, useSyncExternalStore } from 'react'
import { refreshWatchman, watchman } from '#app/data/watchman.ts'
import { useNow } from '#app/lib/use-now.ts'

export function useWatchman(): string {
  useNow()
  useEffect(() => void refreshWatchman())
  return useSyncExternalStore(watchman.follow, watchman.read)
}
