import { createHmac } from 'node:crypto'
import type { KnownSpan, KnownSpans } from '../schema/audit.table.ts'

export type BrokenSpan = Omit<KnownSpan, 'at' | 'by' | 'reason'>

export interface SealedRow {
  readonly number: number
  readonly hash: string | null
  readonly content: string
}

export const keyed = (key: Buffer, parts: readonly (string | number)[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

const markOfSpans = (key: Buffer, spans: readonly KnownSpan[]) =>
  keyed(key, [
    'known',
    ...spans.flatMap(({ from, to, hash, digest, at, by, reason }) => [from, to, hash, digest, at, by, reason]),
  ])

export const markSpans = (key: Buffer, spans: readonly KnownSpan[]): KnownSpans => ({
  spans,
  mark: markOfSpans(key, spans),
})

/** Changed ones explain nothing. */
export function markedSpans(key: Buffer, known: KnownSpans | null): readonly KnownSpan[] {
  const spans: unknown = known?.spans
  if (known === null || !Array.isArray(spans) || !spans.every(Boolean)) return []
  return known.mark === markOfSpans(key, known.spans) ? known.spans : []
}

export const startDigest = (key: Buffer, from: number) => keyed(key, ['span', from])
export const addToDigest = (key: Buffer, digest: string, { number, hash, content }: SealedRow) =>
  keyed(key, [digest, number, hash ?? '', content])

export interface SpanCursor {
  isKnown(row: SealedRow): boolean
  /** With their present digest. */
  passed(number: number): readonly KnownSpan[]
  changed(): KnownSpan | null
}

/** For rows in ascending order. */
export function spanCursor(key: Buffer, spans: readonly KnownSpan[]): SpanCursor {
  let at = 0
  let digest = startDigest(key, spans[0]?.from ?? 0)
  let changed: KnownSpan | null = null
  return {
    isKnown(row) {
      const span = spans[at]
      if (!span || row.number < span.from) return false
      digest = addToDigest(key, digest, row)
      return true
    },
    passed(number) {
      const passed: KnownSpan[] = []
      for (let span = spans[at]; span && span.to < number; span = spans[at]) {
        if (digest !== span.digest) changed ??= span
        passed.push({ ...span, digest })
        at += 1
        digest = startDigest(key, spans[at]?.from ?? 0)
      }
      return passed
    },
    changed: () => changed,
  }
}
