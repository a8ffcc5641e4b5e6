import type { OutboxStore } from './outbox-store.ts'
import type { WaitingWrite } from './waiting-write.ts'

/** A store whose changes never fail: what the device could not write is kept in memory and written with the next walk. */
export interface WrittenRows extends Pick<OutboxStore, 'all' | 'get' | 'change' | 'remove'> {
  /** Writes again what could not be written. */
  rewrite(): Promise<void>
}

/** @param store rejects where the device does not write */
export function withMemory(store: OutboxStore): WrittenRows {
  /** `null`: removed. */
  const unwritten = new Map<number, WaitingWrite | null>()

  async function write(seq: number, row: WaitingWrite | null): Promise<void> {
    unwritten.set(seq, row)
    try {
      await (row ? store.change(row) : store.remove(seq))
      if (unwritten.get(seq) === row) unwritten.delete(seq)
    } catch {
      // Acted upon from memory until the device writes again.
    }
  }
  const now = (row: WaitingWrite) => (unwritten.has(row.seq) ? unwritten.get(row.seq) : row) ?? undefined

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
