import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import type { FacilityProblem } from '#contract/problem.ts'
import { waitingHandling } from '#app/data/problem.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { useProblemActs } from '#app/parts/problem/use-problem-acts.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'

interface ProcessButtonProps extends Pick<ButtonProps, 'kind' | 'size'> {
  readonly todo: FacilityProblem
}

export function ProcessButton({ todo, ...look }: ProcessButtonProps) {
  const actor = actorOf(useSession())
  const isWaiting = waitingHandling(useUnsent(), todo.id).act === 'handle'
  const { busy, handle } = useProblemActs()
  if (!actor || !processes(actor.role) || whyNotProcessed(todo) !== null) return null
  return (
    <Button {...look} busy={busy} disabled={isWaiting} onClick={() => void handle([todo], '')}>
      {isWaiting ? '待提交' : '处理'}
    </Button>
  )
}
