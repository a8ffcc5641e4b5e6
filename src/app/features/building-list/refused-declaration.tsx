import { lazy, Suspense, useEffect, useState } from 'react'
import { refusedWrite } from '#app/offline/outbox/write-queued.ts'
import { declarationOf } from './declaration-draft.ts'
import type { Declared } from './use-declaration.ts'

const DeclarationDialog = lazy(() =>
  import('./declaration-dialog.tsx').then((loaded) => ({ default: loaded.DeclarationDialog })),
)

/** Nothing if it no longer exists. */
export function RefusedDeclaration({ buildingId, onDone }: { buildingId: string; onDone(): void }) {
  const [row, setRow] = useState<Declared>()
  const [open, setOpen] = useState(true)
  useEffect(() => {
    let wanted = true
    const find = async () => {
      const write = await refusedWrite(declarationOf(buildingId))
      if (wanted && write) setRow({ id: buildingId, name: String(write.input.buildingName) })
    }
    void find()
    return () => {
      wanted = false
    }
  }, [buildingId])
  if (!row) return null
  const close = () => {
    setOpen(false)
    onDone()
  }
  return (
    <Suspense fallback={null}>
      <DeclarationDialog row={row} open={open} onClose={close} />
    </Suspense>
  )
}
