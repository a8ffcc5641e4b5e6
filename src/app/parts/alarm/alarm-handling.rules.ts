import type { AlarmAct, AlarmRow } from '#contract/alarm.ts'
import { REAL, UNDO_MS } from '#contract/alarm.rules.ts'
import type { WaitingActs } from '#app/data/alarm-acts.ts'
import { toInstant } from '#app/lib/format.ts'

export interface AlarmHandling {
  readonly verdict: AlarmRow['verdict']
  readonly isAcked: boolean
  readonly isGoing: boolean
  readonly isDone: boolean
  readonly waiting: WaitingActs
  readonly isWaiting: boolean
  readonly canUndo: Readonly<Record<'ack' | 'verdict', boolean>>
}

/** @param serverNow ms */
export function handlingOf(
  of: Pick<AlarmRow, 'verdict' | 'ackBy' | 'callTime'>,
  acts: readonly AlarmAct[],
  waiting: WaitingActs,
  serverNow: number,
): AlarmHandling {
  const own = acts.filter(({ isOwn, isUndone }) => isOwn && !isUndone)
  const recent = own.filter(({ tapTime }) => (toInstant(tapTime)?.getTime() ?? 0) > serverNow - UNDO_MS)
  const canUndo = (of: 'ack' | 'verdict') => recent.some(({ act }) => act === of) && waiting.undo !== of
  const verdict = waiting.verdict ?? of.verdict
  return {
    verdict,
    isAcked: (of.ackBy !== null && of.callTime === null) || waiting.isAcked,
    isGoing: waiting.isAcked || own.some(({ act }) => act === 'ack'),
    isDone: verdict !== null && verdict !== REAL && waiting.undo === null,
    waiting,
    isWaiting: waiting.isAcked || waiting.verdict !== null || waiting.undo !== null,
    canUndo: {
      ack: waiting.isAcked || canUndo('ack'),
      verdict: waiting.verdict !== null || canUndo('verdict'),
    },
  }
}
