import type { UseStore } from 'idb-keyval'
import { accountHash } from '#app/lib/account-hash.ts'

/** Rejects after one retry, or with TimeoutError. */
export type ReadStore = UseStore

/** `mark`: account. */
export interface CacheRow {
  readonly hash: string
  readonly mark: string
  readonly at: number
  readonly json: string
  /** Version of the call's output when the row was written. */
  readonly shape?: string
}

export const READ_PREFIX = 'fire-read-'
export const READ_OBJECTS = 'answers'
export const PACKS_END = '-packs'

export type ReadKind = 'answers' | 'packs'

export function readStoreName(uid: string, kind?: ReadKind): string {
  return READ_PREFIX + accountHash(uid) + (kind === 'packs' ? PACKS_END : '')
}

export const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'
