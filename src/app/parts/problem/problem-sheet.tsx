import { onDemand } from '#app/ui/on-demand.tsx'
import type { ProblemDialogProps } from './problem-dialog.tsx'

const ProblemDialog = onDemand(() => import('./problem-dialog.tsx').then((loaded) => loaded.ProblemDialog))

export function ProblemSheet(of: Omit<ProblemDialogProps, 'open'>) {
  return <ProblemDialog open={of.id !== undefined} {...of} />
}
