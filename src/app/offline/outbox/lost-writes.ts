import { accountHash } from '#app/lib/account-hash.ts'
import { readStored, removeStored, writeStored } from '#app/lib/storage.ts'
import { createStore } from '#app/ui/store.ts'
import type { UnsentWrite } from './unsent-write.ts'

export type LostWrite = Pick<UnsentWrite, 'label' | 'place' | 'tappedAt'>

export interface LostWrites {
  readonly count: number
  readonly named: readonly LostWrite[]
}

const MOST_NAMED = 50
const keptKey = (uid: string) => `unsent:kept-${accountHash(uid)}`
const lostKey = (uid: string) => `unsent:lost-${accountHash(uid)}`

function isSummary(value: unknown): value is LostWrites {
  const { count, named } = (value ?? {}) as Partial<LostWrites>
  return typeof count === 'number' && Array.isArray(named)
}

export const lostWrites = createStore<LostWrites | null>(null)

export const readLostWrites = (uid: string): void => lostWrites.write(readStored(lostKey(uid), isSummary) ?? null)

/** Outside IndexedDB, which the browser may clear alone. */
export function summarizeUnsent(uid: string, writes: readonly UnsentWrite[]): void {
  if (writes.length === 0) return removeStored(keptKey(uid))
  const named = writes
    .slice(0, MOST_NAMED)
    .map(({ label, place, tappedAt }): LostWrite => ({ label, tappedAt, ...(place !== undefined && { place }) }))
  writeStored(keptKey(uid), { count: writes.length, named })
}

export function noteLostWrites(uid: string): number {
  const had = readStored(keptKey(uid), isSummary)
  if (!had) return 0
  const earlier = readStored(lostKey(uid), isSummary) ?? { count: 0, named: [] }
  const all = { count: earlier.count + had.count, named: [...earlier.named, ...had.named].slice(0, MOST_NAMED) }
  writeStored(lostKey(uid), all)
  removeStored(keptKey(uid))
  lostWrites.write(all)
  return had.count
}

export function dismissLostWrites(uid: string): void {
  removeStored(lostKey(uid))
  lostWrites.write(null)
}
