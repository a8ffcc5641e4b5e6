import { addDays, fromWireTime, shanghaiDay } from '#contract/time.ts'
import { SCORE_RULES } from './score-rules.ts'
import { connectedUntil, type ItemSeen } from './access.rules.ts'
import { type ConditionType, isProblemCause, isSilence, PROBLEM_AFTER, type Condition } from './condition.ts'
import { isMeasured } from './reading.rules.ts'

/** Durations (ms) at which a cause changes a result, ascending. */
const SPANS = new Map<ConditionType, readonly number[]>()
/** Silence counts like any measured cause. */
const rulesFor = (cause: ConditionType) =>
  SCORE_RULES.filter(({ causes }) => causes.includes(cause) || (isSilence(cause) && causes.some(isMeasured)))

function spansOf(cause: ConditionType): readonly number[] {
  const known = SPANS.get(cause)
  if (known) return known
  // Rules count durations strictly greater than `after`, hence 1 ms more.
  const scored = rulesFor(cause).map(({ after }) => after + 1)
  const spans = [...scored, ...(isProblemCause(cause) ? [PROBLEM_AFTER[cause]] : [])].sort((a, b) => a - b)
  SPANS.set(cause, spans)
  return spans
}

/** Next time (ms) this building must be re-evaluated without new data. */
export function nextDue(
  conditions: readonly Condition[],
  items: readonly Pick<ItemSeen, 'provenAt'>[],
  now: number,
): number {
  let due = fromWireTime(addDays(shanghaiDay(new Date(now)), 1)).getTime()
  for (const { cause, since } of conditions) {
    const span = spansOf(cause).find((ms) => since + ms > now)
    if (span !== undefined) due = Math.min(due, since + span)
  }
  for (const item of items) due = Math.min(due, connectedUntil(item, now) ?? due)
  return due
}
