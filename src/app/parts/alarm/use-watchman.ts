import { useEffect, useSyncExternalStore } from 'react'
import { refreshWatchman, watchman } from '#app/data/watchman.ts'

const EVERY_MS = 60_000

export function useWatchman(): string {
  useEffect(() => {
    refreshWatchman()
    const timer = setInterval(refreshWatchman, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(watchman.follow, watchman.read)
}
