import { type ReactNode, useId, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'

/** Its submit button is in the footer. */
export interface HeldForm {
  readonly formId: string
  onBusy(busy: boolean): void
}

interface HolderDialogProps {
  readonly open: boolean
  readonly title: string
  readonly submit: string
  onClose(): void
  children(form: HeldForm): ReactNode
}

export function HolderDialog({ open, title, submit, onClose, children }: HolderDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={title}
      width={420}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      {children({ formId, onBusy: setBusy })}
    </LazyDialog>
  )
}
