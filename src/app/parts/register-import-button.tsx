import { lazy, Suspense, useState } from 'react'
import type { RegisterKind } from '#contract/register-import.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'

const RegisterImportDialog = lazy(() =>
  import('./register-import-dialog.tsx').then((loaded) => ({ default: loaded.RegisterImportDialog })),
)

interface RegisterImportButtonProps extends Pick<ButtonProps, 'size'> {
  readonly kind: RegisterKind
}

/** For the city level. */
export function RegisterImportButton({ kind, ...look }: RegisterImportButtonProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <Button
        {...look}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        导入
      </Button>
      {wanted && (
        <Suspense>
          <RegisterImportDialog kind={kind} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
