import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readCheckins } from '#app/data/checkin.ts'
import { useSession } from '#app/session/session.ts'
import { useWaitingDays } from './use-waiting-days.ts'

/** Those days would appear missed. */
export function useSentLater(): void {
  const client = useQueryClient()
  const lawCompanyId = useSession()?.user.lawCompanyId ?? ''
  const { size } = useWaitingDays()
  const before = useRef(size)
  useEffect(() => {
    if (size < before.current) void readCheckins(client, lawCompanyId)
    before.current = size
  }, [client, lawCompanyId, size])
}
