import { redact } from '#contract/redact.ts'
import type { CacheRow } from './cache-row.ts'

export interface Answer {
  readonly uid: string
  readonly queryKey: readonly unknown[]
  readonly data: unknown
  readonly at: number
  readonly meta: { readonly keep?: boolean; readonly redact?: readonly string[] }
  readonly shape?: string | undefined
}

export function answerRow({ uid, queryKey, data, at, meta, shape = '' }: Answer, hash?: string): CacheRow {
  const queryHash = hash ?? JSON.stringify(queryKey)
  const state = {
    data: redact(data, meta.redact ?? []),
    dataUpdateCount: 1,
    dataUpdatedAt: at,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: true,
    status: 'success',
    fetchStatus: 'idle',
  }
  return { hash: queryHash, mark: uid, shape, at, json: JSON.stringify({ queryKey, queryHash, state, meta }) }
}
