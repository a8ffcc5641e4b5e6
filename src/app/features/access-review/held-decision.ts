import type { QueryClient } from '@tanstack/react-query'
import type { ReviewRow } from '#contract/approval.ts'
import { agree, refuse } from '#app/data/approval.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { createStore } from '#app/ui/store.ts'
import { dismiss, toast } from '#app/ui/toast-queue.ts'

const HELD_MS = 5_000

export interface Decision {
  readonly row: ReviewRow
  readonly refused: string | null
}

export const heldDecision = createStore<Decision | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined
let client: QueryClient | undefined
let shown = 0

async function send({ row, refused }: Decision, to: QueryClient): Promise<void> {
  try {
    await (refused === null ? agree(to, row.id) : refuse(to, row.id, refused))
  } catch (error) {
    toast.error(`${row.buildingName}：${failureWords(error, '审批未提交，请重试')}`)
  }
}

export function flushDecision(): void {
  clearTimeout(timer)
  const held = heldDecision.read()
  if (!held || !client) return
  dismiss(shown)
  heldDecision.write(null)
  void send(held, client)
}

export function holdDecision(decision: Decision, to: QueryClient, onTakeBack: () => void): void {
  flushDecision()
  client = to
  heldDecision.write(decision)
  timer = setTimeout(flushDecision, HELD_MS)
  shown = toast.success(`${decision.refused === null ? '已通过' : '已拒绝'}：${decision.row.buildingName}`, () => {
    takeBackDecision()
    onTakeBack()
  })
}

function takeBackDecision(): void {
  clearTimeout(timer)
  heldDecision.write(null)
}
