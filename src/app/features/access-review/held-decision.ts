import type { QueryClient } from '@tanstack/react-query'
import type { ReviewRow } from '#contract/approval.ts'
import { agree, refuse } from '#app/data/approval.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { createStore } from '#app/ui/store.ts'
import { dismiss, toast } from '#app/ui/toast-queue.ts'

interface Decision {
  readonly row: ReviewRow
  readonly refused: string | null
}

export const heldDecision = createStore<Decision | null>(null)
let shown = 0

async function send({ row, refused }: Decision, to: QueryClient): Promise<void> {
  try {
    await (refused === null ? agree(to, row.id) : refuse(to, row.id, refused))
  } catch (error) {
    toast.error(`${row.buildingName}：${failureWords(error, '审批未提交，请重试')}`)
  }
}

export const flushDecision = () => dismiss(shown)

export function holdDecision(decision: Decision, to: QueryClient, onTakeBack: () => void): void {
  const { row, refused } = decision
  shown = toast.success(`${refused === null ? '已通过' : '已拒绝'}：${row.buildingName}`, {
    undo() {
      heldDecision.write(null)
      onTakeBack()
    },
    onKept() {
      heldDecision.write(null)
      void send(decision, to)
    },
  })
  heldDecision.write(decision)
}
