import type { OutboxStore } from './outbox-store.ts'
import type { UnsentWrite } from './unsent-write.ts'

/** Rows that the device could not write stay in memory. */
export interface FallbackStore extends Pick<OutboxStore, 'all' | 'get' | 'change' | 'remove'> {
  rewrite(): Promise<void>
}

export function withFallback(store: OutboxStore): FallbackStore {
  /** `null`: removed. */
  const unwritten = new Map<number, UnsentWrite | null>()

  async function write(seq: number, row: UnsentWrite | null): Promise<void> {
    unwritten.set(seq, row)
    try {
      await (row ? store.change(row) : store.remove(seq))
      if (unwritten.get(seq) === row) unwritten.delete(seq)
    } catch {}
  }
  const now = (row: UnsentWrite) => (unwritten.has(row.seq) ? unwritten.get(row.seq) : row) ?? undefined

  return {
    all: async () => (await store.all()).flatMap((row) => now(row) ?? []),
    async get(seq) {
      const row = await store.get(seq)
      return row && now(row)
    },
    change: (row) => write(row.seq, row),
    remove: (seq) => write(seq, null),
    async rewrite() {
      for (const [seq, row] of unwritten) await write(seq, row)
    },
  }
}
