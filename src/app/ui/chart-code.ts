import { useEffect, useState, useSyncExternalStore } from 'react'
import { delayIdle } from '../scheduling/on-idle.ts'
import { createStore } from './store.ts'

type ChartCode = typeof import('./apex.tsx')

const code = createStore<ChartCode | null>(null)
let asked: Promise<void> | undefined

/** Retries after a failed load. */
export function fetchChartCode(): Promise<void> {
  if (asked) return asked
  asked = import('./apex.tsx').then(code.write, (failure: unknown) => {
    asked = undefined
    throw failure
  })
  delayIdle(asked)
  return asked
}

export const hasChartCode = (): boolean => code.read() !== null

/** Null: loading; throws if it failed. Suspense fallbacks show for 300 ms. */
export function useChartCode(): ChartCode | null {
  const loaded = useSyncExternalStore(code.follow, code.read)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!loaded) fetchChartCode().catch(setFailure)
  }, [loaded])
  if (failure !== undefined) throw failure
  return loaded
}
