import { useQuery } from '@tanstack/react-query'
import type { AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'

interface Unanswered {
  readonly rows: readonly AlarmRow[]
  readonly total: number | undefined
  readonly isFailed: boolean
}

export function useUnanswered(): Unanswered {
  const { data, error, fetchStatus } = useQuery(alarmQuery.open())
  const writes = useWaitingWrites()
  const rows = (data?.list ?? []).filter((of) => {
    const waiting = waitingActs(writes, of.id)
    return calledSince(of) !== null && !waiting.isAcked && waiting.verdict === null
  })
  return { rows, total: data?.total, isFailed: !data && (error !== null || fetchStatus === 'paused') }
}
