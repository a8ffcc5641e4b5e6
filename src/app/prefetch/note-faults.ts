import type { FaultKind } from '#contract/fault.rules.ts'
import { noteFault } from '#app/lib/note-fault.ts'

export type NotedFault = readonly [kind: FaultKind, error: unknown, stack: string | undefined]

declare global {
  interface Window {
    notedFaults?: NotedFault[]
  }
}

export const KEPT_FAULTS = 'fire-docking:device:faults'
export const EARLY_FAULTS = 'fire-docking:device:early-faults'
const MOST = 20
const FIRST_MS = 2000
const KEPT_MS = 5000

function isKept(): boolean {
  try {
    return [KEPT_FAULTS, EARLY_FAULTS].some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}

function keepEarly(faults: readonly NotedFault[]): void {
  try {
    const early = faults.map(([kind, error]) => {
      const { chunk, target } = (error ?? {}) as { chunk?: string; target?: Partial<HTMLScriptElement> }
      return [kind, chunk ?? target?.src]
    })
    localStorage.setItem(EARLY_FAULTS, JSON.stringify(early))
  } catch {
    // Blocked or full.
  }
}

export function noteFaults(reporter: string): void {
  const faults: NotedFault[] = []
  window.notedFaults = faults
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    const script = document.createElement('script')
    script.src = reporter
    script.addEventListener('error', () => keepEarly(faults))
    document.head.append(script)
  }
  window.noteFault = (kind, error) => {
    if (faults.length >= MOST) return
    faults.push([kind, error, new Error().stack])
    setTimeout(load, FIRST_MS)
  }
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLElement && !(target instanceof HTMLScriptElement)) return
      if (target instanceof HTMLScriptElement && target.src.endsWith(reporter)) return
      noteFault(target instanceof HTMLScriptElement ? 'chunk' : 'error', event)
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => noteFault('rejection', reason))
  if (isKept()) setTimeout(load, KEPT_MS)
}
