import { lazy, Suspense, useState } from 'react'
import { useWatchman } from '#app/parts/alarm/use-watchman.ts'
import { Button } from '#app/ui/button.tsx'

const WatchmanDialog = lazy(() =>
  import('#app/parts/alarm/watchman-dialog.tsx').then((m) => ({ default: m.WatchmanDialog })),
)

export function WatchmanButton() {
  const name = useWatchman()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" className="shrink-0" onClick={() => setOpen(true)}>
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
