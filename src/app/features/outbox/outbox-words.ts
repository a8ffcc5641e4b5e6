import { CONNECTIVITY_TEXT, type Connectivity } from '#app/offline/connectivity.ts'
import { type UnsentWrite, UNSURE } from '#app/offline/outbox/unsent-write.ts'

type Write = Pick<UnsentWrite, 'seq' | 'thing' | 'state' | 'nextAt' | 'reason'>

/** An earlier write awaits a decision. */
const isHeldUp = ({ seq, thing, state }: Write, writes: readonly Write[]): boolean =>
  state === 'waiting' && writes.some((one) => one.state === 'refused' && one.thing === thing && one.seq < seq)

/** The time of the tap is part of the write: a retry repeats it. */
export const mayRetry = ({ fields }: Pick<UnsentWrite, 'fields'>): boolean => !(fields && 'tappedTime' in fields)

export const retriedWithAll = (write: Pick<UnsentWrite, 'state' | 'fields' | 'reason'>): boolean =>
  write.state === 'refused' && mayRetry(write) && write.reason !== UNSURE

export function outboxSentence(writes: readonly Write[], reach: Connectivity): string {
  const refused = writes.filter(({ state }) => state === 'refused')
  const held = writes.filter((write) => isHeldUp(write, writes))
  const free = writes.filter((write) => write.state === 'waiting' && !held.includes(write))
  // 0: no attempt yet, or a manual retry.
  const isDue = free.some(({ nextAt }) => nextAt === 0)
  const pace = reach !== 'online' ? '恢复连接后自动提交' : isDue ? '正在按顺序提交' : '稍后自动重试'
  return [
    `${writes.length} 项尚未提交，均已保存在本机。`,
    free.length > 0 && `${free.length} 项${pace}。`,
    refused.length > 0 && `${refused.length} 项提交失败，请修改、重试或放弃。`,
    held.length > 0 && `${held.length} 项待前一项处理后提交。`,
  ]
    .filter(Boolean)
    .join('')
}

/** Refusal, blocking write, connection or last error. */
export function reasonOf(write: Write, writes: readonly Write[], reach: Connectivity): string | undefined {
  if (write.state === 'refused') return write.reason
  if (isHeldUp(write, writes)) return '同一对象的前一项提交失败，处理后自动提交'
  return CONNECTIVITY_TEXT[reach] || write.reason
}
