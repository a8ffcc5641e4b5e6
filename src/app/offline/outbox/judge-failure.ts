import type { CallError } from '#app/lib/call.ts'
import { REACH_WORDS, type Reach } from '#app/offline/reach.ts'
import type { Delivery } from './waiting-write.ts'

/** Codes that say nothing about the write itself. */
export const LATER: ReadonlySet<unknown> = new Set(['timeout', 'unreachable', 'http', 429, 500, 503])
/** Of these the next write would fare no better. */
const LATER_ALL: ReadonlySet<unknown> = new Set(['timeout', 'unreachable', 'http', 429, 503])

const UNSURE = '不能确定服务器是否已收到，请核对后重试或放弃'

/**
 * What a failed try means for the write.
 * @param reach what is known of the way to the server: the reason, where its own word did not come
 * @param isRepeatable whether the server does a write sent twice once
 */
export function judgeFailure(error: CallError, reach: Reach, isRepeatable: boolean): Delivery {
  const { code, fields, unanswered, message } = error
  if (code === 401) return { kind: 'stopped' }
  if (!LATER.has(code)) return { kind: 'refused', code, reason: message, fields }
  if (!isRepeatable && code !== 429 && code !== 503) return { kind: 'refused', code, reason: UNSURE, fields }
  const reason = REACH_WORDS[reach] || (unanswered ? REACH_WORDS.silent : message)
  return { kind: 'later', reason, all: LATER_ALL.has(code) }
}
