import { REAL, type Verdict } from '#contract/alarm.rules.ts'
import type { Act } from './alarm-acts.store.ts'

/** A verdict of a higher rank wins. */
export const RANKS = { provider: 1, unit: 2, authority: 3 } as const

/** Independent of the order of arrival. */
export interface AlarmDecision {
  /** First acknowledgement. */
  readonly ack: Act | null
  /** Null: undecided. */
  readonly verdict: Act | null
  /** The provider's newest report per record. */
  readonly byEvent: ReadonlyMap<number, Act>
}

/** Gravest first: breaks ties and aggregates the provider's reports. */
const GRAVEST: readonly Verdict[] = [REAL, 1, 3, 4]
const gravity = ({ verdict }: Pick<Act, 'verdict'>) => (verdict === null ? 0 : -GRAVEST.indexOf(verdict))

/** Positive if `a` wins: by rank, then the later tap, then gravity, then account id. */
export function compareVerdicts(
  a: Pick<Act, 'rank' | 'tappedAt' | 'verdict' | 'accountId'>,
  b: Pick<Act, 'rank' | 'tappedAt' | 'verdict' | 'accountId'>,
): number {
  return (
    a.rank - b.rank || a.tappedAt - b.tappedAt || gravity(a) - gravity(b) || (a.accountId ?? 0) - (b.accountId ?? 0)
  )
}

/** Same order as in `updateHandling`, without its last tie-break. */
const compareReports = (a: Act, b: Act) => a.tappedAt - b.tappedAt || (a.verdict ?? 0) - (b.verdict ?? 0)

const highest = (acts: readonly Act[], compare: (a: Act, b: Act) => number): Act | null =>
  acts.reduce<Act | null>((best, act) => (best === null || compare(act, best) > 0 ? act : best), null)

/** @param events number of its records; the provider's reports decide once they cover every record */
export function decideAlarm(acts: readonly Act[], events: number): AlarmDecision {
  const undone = new Set(acts.map(({ undoes }) => undoes))
  const counting = acts.filter(({ id }) => !undone.has(id))
  const ack = highest(
    counting.filter(({ act }) => act === 'ack'),
    (a, b) => b.tappedAt - a.tappedAt || (b.accountId ?? 0) - (a.accountId ?? 0),
  )
  const verdicts = counting.filter(({ act }) => act === 'verdict')
  const person = highest(
    verdicts.filter(({ eventId }) => eventId === null),
    compareVerdicts,
  )
  const byEvent = new Map<number, Act>()
  for (const act of verdicts) {
    if (act.eventId === null) continue
    const other = byEvent.get(act.eventId)
    if (!other || compareReports(act, other) > 0) byEvent.set(act.eventId, act)
  }
  const isHandled = events > 0 && byEvent.size >= events
  const provider = isHandled
    ? highest(
        [...byEvent.values()],
        (a, b) => gravity(a) - gravity(b) || a.tappedAt - b.tappedAt || (b.eventId ?? 0) - (a.eventId ?? 0),
      )
    : null
  return { ack, verdict: person ?? provider, byEvent }
}
