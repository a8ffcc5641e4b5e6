import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery, readCheckins } from '#app/data/checkin.ts'
import { whenIdle } from '#app/lib/when-idle.ts'

/** Keeps the month's calendar on the device once a day, so that it opens without a network, too. */
export function useKeptMonth(lawCompanyId: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      whenIdle(() => {
        const kept = client.getQueryState(checkinQuery.statistic({ lawCompanyId }).queryKey)
        const day = (ms: number) => shanghaiDay(new Date(ms))
        if (!kept?.data || day(kept.dataUpdatedAt) !== day(Date.now())) void readCheckins(client, lawCompanyId)
      }),
    [client, lawCompanyId],
  )
}
