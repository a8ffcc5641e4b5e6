import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery, readCheckins } from '#app/data/checkin.ts'
import { useNow } from '#app/lib/use-now.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'

/** Once a day, for offline use. */
export function useKeptMonth(lawCompanyId: string): void {
  const client = useQueryClient()
  const today = shanghaiDay(useNow())
  useEffect(
    () =>
      onIdle(() => {
        const kept = client.getQueryState(checkinQuery.statistic({ lawCompanyId }).queryKey)
        if (!kept?.data || shanghaiDay(new Date(kept.dataUpdatedAt)) !== today) void readCheckins(client, lawCompanyId)
      }),
    [client, lawCompanyId, today],
  )
}
