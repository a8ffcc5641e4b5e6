import { useState } from 'react'
import { shelf } from '#contract/shelf.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import type { ShelfPlace } from './shelf-dialog.tsx'

export const LazyShelfDialog = onDemand(() => import('./shelf-dialog.tsx').then((loaded) => loaded.ShelfDialog))

interface ShelfButtonProps extends Pick<ButtonProps, 'size' | 'kind' | 'className'> {
  readonly place: ShelfPlace
}

export function ShelfButton({ place, ...look }: ShelfButtonProps) {
  const [open, setOpen] = useState(false)
  if (!useMay(shelf.create.access)) return null
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        检修登记
      </Button>
      <LazyShelfDialog open={open} place={place} onClose={() => setOpen(false)} />
    </>
  )
}
