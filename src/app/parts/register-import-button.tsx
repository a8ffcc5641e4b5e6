import { useState } from 'react'
import type { RegisterKind } from '#contract/register-import.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'

const RegisterImportDialog = onDemand(() =>
  import('./register-import-dialog.tsx').then((loaded) => loaded.RegisterImportDialog),
)

const IMPORT = '导入'

interface RegisterImportButtonProps extends Pick<ButtonProps, 'size'> {
  readonly kind: RegisterKind
  readonly isInMenu?: boolean
}

/** For the city level. */
export function RegisterImportButton({ kind, isInMenu = false, ...look }: RegisterImportButtonProps) {
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  return (
    <>
      {isInMenu ? (
        <Menu
          bare
          className="-mr-3.5"
          label="更多"
          trigger={<MoreIcon />}
          entries={[{ key: 'import', label: IMPORT, onSelect: show }]}
        />
      ) : (
        <Button {...look} onClick={show}>
          {IMPORT}
        </Button>
      )}
      <RegisterImportDialog kind={kind} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
