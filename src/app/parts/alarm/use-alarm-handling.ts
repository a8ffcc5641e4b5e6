import type { AlarmAct, AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { useNow } from '#app/lib/use-now.ts'
import { clockAheadMs } from '#app/offline/connection.ts'
import { type AlarmHandling, handlingOf } from './alarm-handling.rules.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'

export function useAlarmHandling(of: AlarmRow, acts: readonly AlarmAct[] = []): AlarmHandling {
  const waiting = waitingActs(useWaitingWrites(), of.id)
  return handlingOf(of, acts, waiting, useNow().getTime() - clockAheadMs())
}
