import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import type { FacilityProblem } from '#contract/problem.ts'
import { processTodo, todoThing } from '#app/data/problem.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-queue.ts'

interface ProcessButtonProps extends Pick<ButtonProps, 'kind' | 'size'> {
  readonly todo: FacilityProblem
  onDone?(): void
}

/** 处理: who answers for the building says that a to-do was seen to; without a network this device keeps it. */
export function ProcessButton({ todo, onDone, ...look }: ProcessButtonProps) {
  const client = useQueryClient()
  const actor = actorOf(useSession())
  const isWaiting = useUnsent().some(({ thing }) => thing === todoThing(todo.id))
  const [busy, setBusy] = useState(false)
  if (!actor || !processes(actor.role) || whyNotProcessed(todo) !== null) return null
  async function process() {
    setBusy(true)
    try {
      const written = await processTodo(client, todo)
      toast.success(written.isSent ? '操作成功' : written.words)
      onDone?.()
    } catch (error) {
      toast.error(failureWords(error, '操作失败'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button {...look} busy={busy} disabled={isWaiting} onClick={() => void process()}>
      {isWaiting ? '待提交' : '处理'}
    </Button>
  )
}
