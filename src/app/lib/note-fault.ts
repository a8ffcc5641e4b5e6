import type { FaultKind } from '#contract/fault.rules.ts'

type Note = (kind: FaultKind, error?: unknown) => void

declare global {
  var noteFault: Note | undefined
}

export const noteFault: Note = (kind, error) => globalThis.noteFault?.(kind, error)
