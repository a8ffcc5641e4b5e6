import { useMemo } from 'react'
import { checkin } from '#contract/checkin.ts'
import { unsent, useUnsent } from '#app/offline/outbox/outbox-state.ts'

export function waitingDays(writes = unsent.read()): ReadonlySet<string> {
  const days = new Set<string>()
  for (const { call, state, input } of writes) {
    if (state !== 'waiting') continue
    if (call.id === checkin.checkIn.id) days.add(String(input.tappedTime).slice(0, 10))
    if (call.id === checkin.makeUp.id) days.add(String(input.dateTime).slice(0, 10))
  }
  return days
}

export function useWaitingDays(): ReadonlySet<string> {
  const writes = useUnsent()
  return useMemo(() => waitingDays(writes), [writes])
}
