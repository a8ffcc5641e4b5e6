import { useEffect, useState, useSyncExternalStore } from 'react'
import { idleBehind } from '../lib/when-idle.ts'
import { createStore } from './store.ts'

type ChartCode = typeof import('./apex.tsx')

const code = createStore<ChartCode | null>(null)
let asked: Promise<void> | undefined

/** Sends for what draws charts; what could not be loaded is asked for again. */
export function fetchChartCode(): Promise<void> {
  if (asked) return asked
  asked = import('./apex.tsx').then(code.write, (failure: unknown) => {
    asked = undefined
    throw failure
  })
  idleBehind(asked)
  return asked
}

/** Whether what draws charts is here; nobody sends for it. */
export const hasChartCode = (): boolean => code.read() !== null

/**
 * What draws charts, null while it is on its way; throws when it can't be loaded. Held here and not by a Suspense,
 * which React shows for 300 ms at least although the code is there.
 */
export function useChartCode(): ChartCode | null {
  const loaded = useSyncExternalStore(code.follow, code.read)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!loaded) fetchChartCode().catch(setFailure)
  }, [loaded])
  if (failure !== undefined) throw failure
  return loaded
}
