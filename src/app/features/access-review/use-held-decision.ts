import { useEffect, useSyncExternalStore } from 'react'
import { flushDecision, heldDecision } from './held-decision.ts'

export function useHeldDecision() {
  useEffect(() => {
    addEventListener('pagehide', flushDecision)
    return () => {
      removeEventListener('pagehide', flushDecision)
      flushDecision()
    }
  }, [])
  return useSyncExternalStore(heldDecision.follow, heldDecision.read)
}
