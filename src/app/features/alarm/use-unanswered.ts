import { useQuery } from '@tanstack/react-query'
import type { AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'

export function useUnanswered(): { readonly rows: readonly AlarmRow[]; readonly total: number | undefined } {
  const { data } = useQuery(alarmQuery.open())
  const writes = useWaitingWrites()
  const rows = (data?.list ?? []).filter((of) => {
    const waiting = waitingActs(writes, of.id)
    return calledSince(of) !== null && !waiting.isAcked && waiting.verdict === null
  })
  return { rows, total: data?.total }
}
