import { EVENT_KINDS, type EventKind } from '#contract/ingest.ts'

/** The kind's bit in `component_status`. */
export const bitOf = (kind: EventKind) => 1 << EVENT_KINDS.indexOf(kind)

export const kindsOf = (bits: number): EventKind[] => EVENT_KINDS.filter((kind) => (bits & bitOf(kind)) !== 0)

/** The system of a component behind a transmission device: `1.0` of `1.0.7`; null for other numbers. */
export function systemOf(pointNumber: string): string | null {
  return /^(\d+\.\d+)\.\d+$/.exec(pointNumber)?.[1] ?? null
}
