import { addDays, fromWireTime, shanghaiDay } from '#contract/time.ts'
import { SCORE_RULES } from '../score/score-rules.ts'
import { connectedUntil, type ItemSeen } from './access.rules.ts'
import { type Cause, isProblemCause, isSilence, PROBLEM_AFTER, type Trouble } from './cause.ts'
import { isMeasured } from './reading.rules.ts'

/** The spans (ms) after which a cause means something else, shortest first. */
const SPANS = new Map<Cause, readonly number[]>()
/** Rules that may count a cause; silence may stand for any measured one. */
const touching = (cause: Cause) =>
  SCORE_RULES.filter(({ causes }) => causes.includes(cause) || (isSilence(cause) && causes.some(isMeasured)))

function spansOf(cause: Cause): readonly number[] {
  const known = SPANS.get(cause)
  if (known) return known
  // A rule counts what has lasted longer than its span: from the next millisecond on.
  const scored = touching(cause).map(({ after }) => after + 1)
  const spans = [...scored, ...(isProblemCause(cause) ? [PROBLEM_AFTER[cause]] : [])].sort((a, b) => a - b)
  SPANS.set(cause, spans)
  return spans
}

/**
 * The next moment (ms) at which something of a building comes true by time alone: a trouble has lasted long enough, an
 * item type has been silent long enough, or a Shanghai day begins.
 */
export function nextDue(
  troubles: readonly Trouble[],
  items: readonly Pick<ItemSeen, 'provenAt'>[],
  now: number,
): number {
  let due = fromWireTime(addDays(shanghaiDay(new Date(now)), 1)).getTime()
  for (const { cause, since } of troubles) {
    const span = spansOf(cause).find((ms) => since + ms > now)
    if (span !== undefined) due = Math.min(due, since + span)
  }
  for (const item of items) due = Math.min(due, connectedUntil(item, now) ?? due)
  return due
}
