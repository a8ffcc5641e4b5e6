import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refreshAlarms } from '#app/data/alarm-acts.ts'
import { alarmKey } from '#app/offline/outbox/alarm-key.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'

export function useSentActs(): void {
  const client = useQueryClient()
  const count = useUnsent().filter(({ thing }) => thing.startsWith(alarmKey(''))).length
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) refreshAlarms(client)
    before.current = count
  }, [client, count])
}
