import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readCheckins } from '#app/data/checkin.ts'
import { useSession } from '#app/session/session.ts'
import { useWaitingDays } from './use-waiting-days.ts'

/** Sent days would appear missed. */
export function useRereadAfterSending(): void {
  const client = useQueryClient()
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const days = useWaitingDays()
  const before = useRef(days)
  useEffect(() => {
    if ([...before.current].some((day) => !days.has(day))) void readCheckins(client, lawCompanyId)
    before.current = days
  }, [client, lawCompanyId, days])
}
