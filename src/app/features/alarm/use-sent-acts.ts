import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { alarmThing, refreshAlarms } from '#app/data/alarm-acts.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'

/** Reads alarms again once acts that waited on this device have been sent or given up. */
export function useSentActs(): void {
  const client = useQueryClient()
  const count = useUnsent().filter(({ thing }) => thing.startsWith(alarmThing(''))).length
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) refreshAlarms(client)
    before.current = count
  }, [client, count])
}
