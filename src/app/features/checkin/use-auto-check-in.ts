import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AUTO_CHECK_IN_MS } from '#contract/checkin.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { checkinQuery } from '#app/data/checkin.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useSession } from '#app/session/session.ts'
import { signedToday } from './signed-today.ts'
import type { CheckingIn } from './use-check-in.ts'
import { waitingDays } from './use-waiting-days.ts'

/**
 * Checks in by itself 30 seconds after the button is there, and again on each later day that it is there, unless that was done by hand or is known to be done or to
 * wait for a network.
 */
export function useAutoCheckIn(checking: CheckingIn): void {
  const client = useQueryClient()
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const day = shanghaiDay(useNow())
  const latest = useRef(checking)
  useEffect(() => {
    latest.current = checking
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const known = client.getQueryState(checkinQuery.statistic({ lawCompanyId }).queryKey)
      const now = new Date()
      if (latest.current.byHand() || (known && signedToday(known, now)) || waitingDays().has(day)) return
      latest.current.check('by-itself')
    }, AUTO_CHECK_IN_MS)
    return () => clearTimeout(timer)
  }, [client, lawCompanyId, day])
}
