import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { watchman } from '#app/data/watchman.ts'
import { Button, type ButtonKind } from '#app/ui/button.tsx'

const WatchmanDialog = lazy(() =>
  import('#app/parts/alarm/watchman-dialog.tsx').then((m) => ({ default: m.WatchmanDialog })),
)

export function SuccessorButton({ kind }: { readonly kind: ButtonKind }) {
  const name = useSyncExternalStore(watchman.follow, watchman.read)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} className="shrink-0" onClick={() => setOpen(true)}>
        {name === '' ? '登记接班人' : `值班员 ${name}`}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WatchmanDialog name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
