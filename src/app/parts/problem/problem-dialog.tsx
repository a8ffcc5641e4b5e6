import { Dialog } from '#app/ui/dialog.tsx'
import { ProblemView } from './problem-view.tsx'
import type { KnownProblem } from './problem-words.ts'

export interface ProblemDialogProps {
  readonly open: boolean
  readonly title?: string
  readonly id: string | undefined
  readonly row: KnownProblem | undefined
  readonly byAddress?: boolean
  onClose(): void
}

export function ProblemDialog({ open, title = '处理说明', id, row, byAddress = false, onClose }: ProblemDialogProps) {
  return (
    <Dialog open={open} title={row?.alarmId ? '火警' : title} width={600} byAddress={byAddress} onClose={onClose}>
      {id !== undefined && <ProblemView key={id} id={id} row={row} onDone={onClose} />}
    </Dialog>
  )
}
