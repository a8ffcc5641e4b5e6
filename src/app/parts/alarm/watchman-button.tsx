import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonLook } from '#app/ui/button.tsx'
import { useWatchman } from './use-watchman.ts'

const WatchmanDialog = lazy(() => import('./watchman-dialog.tsx').then((m) => ({ default: m.WatchmanDialog })))

interface WatchmanButtonProps extends ButtonLook {
  /** While no name is entered. */
  readonly label: string
}

export function WatchmanButton({ label, kind, size }: WatchmanButtonProps) {
  const name = useWatchman()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} size={size} className="shrink-0" onClick={() => setOpen(true)}>
        {name === '' ? label : `值班员 ${name}`}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WatchmanDialog name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
