import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AUTO_CHECK_IN_MS } from '#contract/checkin.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery } from '#app/data/checkin.ts'
import { useSession } from '#app/session/session.ts'
import { dayBy, signedToday } from './signed-today.ts'
import type { CheckingIn } from './use-check-in.ts'
import { waitingDays } from './use-waiting-days.ts'

/** After mounting and each change of day. @param day server clock: a device ahead would find yesterday's */
export function useAutoCheckIn(checking: CheckingIn, day: string): void {
  const client = useQueryClient()
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const latest = useRef(checking)
  useEffect(() => {
    latest.current = checking
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const known = client.getQueryState(checkinQuery.statistic({ lawCompanyId }).queryKey)
      const now = new Date()
      // It has its own timer.
      if (dayBy({ data: known?.data, dataUpdatedAt: known?.dataUpdatedAt ?? 0 }, now) !== day) return
      if (latest.current.byHand() || (known && signedToday(known, now)) || waitingDays().has(shanghaiDay(now))) return
      latest.current.check('by-itself')
    }, AUTO_CHECK_IN_MS)
    return () => clearTimeout(timer)
  }, [client, lawCompanyId, day])
}
