import type { Preview } from '#contract/publishing.ts'
import { PreviewDialog } from './preview-dialog.tsx'

interface SeenDialogProps {
  readonly open: boolean
  readonly kind: number
  readonly seen: Preview | undefined
  onClose(): void
}

export function SeenDialog({ open, kind, seen, onClose }: SeenDialogProps) {
  return open && seen ? <PreviewDialog kind={kind} seen={seen} onClose={onClose} /> : null
}
