import { EVENT_KINDS, type EventKind } from '#contract/ingest.ts'

export const bitOf = (kind: EventKind) => 1 << EVENT_KINDS.indexOf(kind)

export const kindsOf = (bits: number): EventKind[] => EVENT_KINDS.filter((kind) => (bits & bitOf(kind)) !== 0)

export function systemOf(pointNumber: string): string | null {
  return /^(\d+\.\d+)\.\d+$/.exec(pointNumber)?.[1] ?? null
}
