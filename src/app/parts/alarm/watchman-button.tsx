import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { refreshWatchman, watchman } from '#app/data/watchman.ts'
import { Button } from '#app/ui/button.tsx'

const EVERY_MS = 60_000

const WatchmanDialog = lazy(() => import('./watchman-dialog.tsx').then((m) => ({ default: m.WatchmanDialog })))

export function useWatchman(): string {
  useEffect(() => {
    refreshWatchman()
    const timer = setInterval(refreshWatchman, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(watchman.follow, watchman.read)
}

export function WatchmanButton() {
  const name = useWatchman()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {name === '' ? '登记值班员' : `值班员 ${name}`}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WatchmanDialog name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
