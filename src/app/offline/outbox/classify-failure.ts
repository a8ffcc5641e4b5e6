import type { CallError } from '#app/lib/call.ts'
import { CONNECTIVITY_TEXT, type Connectivity } from '#app/offline/connectivity.ts'
import { type Delivery, UNSURE } from './unsent-write.ts'

/** Codes that do not depend on the write itself. */
export const LATER: ReadonlySet<unknown> = new Set(['timeout', 'unreachable', 'http', 429, 500, 503])
/** Also for the next write. */
const LATER_ALL: ReadonlySet<unknown> = new Set(['timeout', 'unreachable', 'http', 503])

/** @param reach reason without a server message @param isRepeatable the server deduplicates */
export function classifyFailure(error: CallError, reach: Connectivity, isRepeatable: boolean): Delivery {
  const { code, fields, unanswered, message } = error
  if (code === 401) return { kind: 'stopped' }
  if (!LATER.has(code)) return { kind: 'refused', code, reason: message, fields }
  if (!isRepeatable && code !== 429 && code !== 503) return { kind: 'refused', code, reason: UNSURE, fields }
  const reason = CONNECTIVITY_TEXT[reach] || (unanswered ? CONNECTIVITY_TEXT.silent : message)
  return { kind: 'later', reason, all: LATER_ALL.has(code), ...(code === 429 && { isLimit: true }) }
}
