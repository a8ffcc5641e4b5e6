import { useConnection } from '#app/offline/connection.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'

/** Without first attempts while online. */
export function useWaitingWrites(): readonly UnsentWrite[] {
  const isOnline = useConnection() === 'online'
  const held = new Set<string>()
  return useUnsent().filter(({ thing, state, attempts }) => {
    const isHeld = held.has(thing) || state === 'refused' || attempts > 0 || !isOnline
    if (isHeld) held.add(thing)
    return isHeld
  })
}
