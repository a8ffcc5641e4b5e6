import type { QueryClient } from '@tanstack/react-query'
import type { ReviewRow } from '#contract/approval.ts'
import { agree, refuse, reloadReview } from '#app/data/approval.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { createStore } from '#app/ui/store.ts'
import { dismiss, toast } from '#app/ui/toast-queue.ts'

const DOUBLE_PRESS_MS = 600

interface Decision {
  readonly row: ReviewRow
  readonly refused: string | null
  readonly isSent?: true
}

/** Held, or sent and not yet read again. */
export const decisions = createStore<readonly Decision[]>([])
export const refusedBefore = new Map<string, string>()
let shown = 0
let decidedAt = 0

/** It would decide the next application unseen, unless that was chosen since. */
export const isDoublePress = () => Date.now() - decidedAt < DOUBLE_PRESS_MS
export function noteChoice(): void {
  decidedAt = 0
}

const drop = (decision: Decision) => decisions.write(decisions.read().filter((one) => one !== decision))

async function send(held: Decision, to: QueryClient): Promise<void> {
  const { row, refused } = held
  const decision = { ...held, isSent: true as const }
  decisions.write(decisions.read().map((one) => (one === held ? decision : one)))
  try {
    await (refused === null ? agree(row.id) : refuse(row.id, refused))
    refusedBefore.delete(row.id)
  } catch (error) {
    drop(decision)
    toast.error(`${row.buildingName}：${failureWords(error, '审批未提交，请重试')}`)
  }
  // Another reviewer may have decided.
  void reloadReview(to).finally(() => drop(decision))
}

export function flushDecision(): void {
  noteChoice()
  dismiss(shown)
}

export function holdDecision(decision: Decision, to: QueryClient, onTakeBack: () => void): void {
  const { row, refused } = decision
  decidedAt = Date.now()
  if (refused === null) refusedBefore.delete(row.id)
  else refusedBefore.set(row.id, refused)
  shown = toast.success(`${refused === null ? '已通过' : '已拒绝'}：${row.buildingName}`, {
    undo() {
      drop(decision)
      onTakeBack()
    },
    onKept: () => send(decision, to),
  })
  decisions.write([...decisions.read(), decision])
}
