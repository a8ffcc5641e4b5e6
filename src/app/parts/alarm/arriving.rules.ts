import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'

/** Earlier ones do not ring. */
const RECENT_MS = 10 * 60_000

type Arriving = Pick<AlarmRow, 'id' | 'state' | 'receiveTime' | 'priority'> & Partial<Pick<AlarmRow, 'proposal'>>

/** Of ten minutes, gravest and oldest first; none of announced work. @param now server time, ms */
export function arrivingAlarms<A extends Arriving>(
  alarms: readonly A[],
  now: number,
  putAway: ReadonlySet<string>,
): A[] {
  return alarms
    .filter(({ id, state, receiveTime, proposal = null }) => {
      const age = now - fromWireTime(receiveTime).getTime()
      return state === 'new' && proposal === null && age < RECENT_MS && !putAway.has(id)
    })
    .sort((a, b) => a.priority - b.priority || (a.receiveTime < b.receiveTime ? -1 : 1))
}

/** `00:42`, from an hour `1:05:09`. */
export function elapsedText(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor((total % 3600) / 60), total % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(total / 3600)
  return (hours > 0 ? [hours, ...parts] : parts).join(':')
}
