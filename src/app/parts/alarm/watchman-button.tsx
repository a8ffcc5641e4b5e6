import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonLook } from '#app/ui/button.tsx'
import { useWatchman } from './use-watchman.ts'

const WatchmanDialog = lazy(() => import('./watchman-dialog.tsx').then((m) => ({ default: m.WatchmanDialog })))

interface WatchmanButtonProps extends ButtonLook {
  /** While no name is entered. */
  readonly label: string
}

export function WatchmanButton({ label, kind, size }: WatchmanButtonProps) {
  const watchman = useWatchmanDialog(label)
  return (
    <>
      <Button kind={kind} size={size} className="shrink-0" onClick={watchman.open}>
        {watchman.label}
      </Button>
      {watchman.dialog}
    </>
  )
}

export function useWatchmanDialog(label: string) {
  const name = useWatchman()
  const [isOpen, setOpen] = useState(false)
  return {
    label: name === '' ? label : `值班员 ${name}`,
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <WatchmanDialog name={name} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
