import { useEffect, useSyncExternalStore } from 'react'
import { decisions, flushDecision } from './held-decision.ts'

export function useDecisions() {
  useEffect(() => {
    // iOS suspends a hidden page without `pagehide`.
    const hide = () => document.visibilityState === 'hidden' && flushDecision()
    addEventListener('pagehide', flushDecision)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', flushDecision)
      document.removeEventListener('visibilitychange', hide)
      flushDecision()
    }
  }, [])
  return useSyncExternalStore(decisions.follow, decisions.read)
}
