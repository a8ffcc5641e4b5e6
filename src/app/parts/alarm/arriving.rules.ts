import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'

/** Earlier ones do not ring. */
const RECENT_MS = 10 * 60_000

type Arriving = Pick<AlarmRow, 'id' | 'state' | 'receiveTime' | 'priority'> &
  Partial<Pick<AlarmRow, 'proposal' | 'callTime'>>

/** Server time (ms); null once answered. */
export function calledSince({ state, receiveTime, callTime }: Omit<Arriving, 'id' | 'priority'>): number | null {
  const since = callTime ?? (state === 'new' ? receiveTime : null)
  return since === null ? null : fromWireTime(since).getTime()
}

export const callKey = (of: Pick<Arriving, 'id' | 'state' | 'receiveTime' | 'callTime'>): string =>
  `${of.id} ${calledSince(of) ?? ''}`

/** Of ten minutes, gravest and oldest first. @param now server time, ms */
export function arrivingAlarms<A extends Arriving>(
  alarms: readonly A[],
  now: number,
  putAway: ReadonlySet<string>,
): A[] {
  return alarms
    .flatMap((of) => {
      const since = of.proposal ? null : calledSince(of)
      return since !== null && now - since < RECENT_MS && !putAway.has(callKey(of)) ? [{ of, since }] : []
    })
    .sort((a, b) => a.of.priority - b.of.priority || a.since - b.since)
    .map(({ of }) => of)
}

/** @returns their keys @param openedAt server time, ms */
export function unansweredSince(alarms: readonly Arriving[], openedAt: number): string[] {
  return alarms.flatMap((of) => {
    const since = of.proposal ? null : calledSince(of)
    return since !== null && since > openedAt - RECENT_MS ? [callKey(of)] : []
  })
}

/** `00:42`, from an hour `1:05:09`. */
export function elapsedText(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor((total % 3600) / 60), total % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(total / 3600)
  return (hours > 0 ? [hours, ...parts] : parts).join(':')
}
