import { openOutboxStore, type OutboxStore } from '#app/offline/outbox/outbox-store.ts'
import type { UnsentCall, UnsentWrite } from '#app/offline/outbox/unsent-write.ts'

export const CALL: UnsentCall = {
  id: 'point.edit',
  group: 'point',
  verb: 'edit',
  method: 'POST',
  path: '/point/edit',
  encoding: 'any',
  access: 'session',
}

export interface WatchedStore extends OutboxStore {
  isFull: boolean
  readonly rows: ReadonlyMap<number, UnsentWrite>
  isBusy(): boolean
}

const full = () => new DOMException('full', 'QuotaExceededError')

export function memoryStore(): WatchedStore {
  const rows = new Map<number, UnsentWrite>()
  let seq = 0
  return {
    isFull: false,
    rows,
    isBusy: () => false,
    async add(write) {
      if (this.isFull) throw full()
      const kept = { ...write, seq: (seq += 1) }
      rows.set(kept.seq, kept)
      return kept
    },
    all: async () => [...rows.values()].sort((a, b) => a.seq - b.seq),
    get: async (at) => rows.get(at),
    async change(write) {
      if (rows.has(write.seq)) rows.set(write.seq, write)
    },
    async remove(at) {
      rows.delete(at)
    },
  }
}

export function databaseStore(uid: string): WatchedStore {
  const store = openOutboxStore(uid)
  let rows = new Map<number, UnsentWrite>()
  let steps = 0
  async function watch<T>(step: Promise<T>): Promise<T> {
    steps += 1
    try {
      const result = await step
      rows = new Map((await store.all()).map((row) => [row.seq, row]))
      return result
    } finally {
      steps -= 1
    }
  }
  return {
    isFull: false,
    get rows() {
      return rows
    },
    isBusy: () => steps > 0,
    async add(write) {
      if (this.isFull) throw full()
      return watch(store.add(write))
    },
    all: () => watch(store.all()),
    get: (seq) => watch(store.get(seq)),
    change: (write) => watch(store.change(write)),
    remove: (seq) => watch(store.remove(seq)),
  }
}

export function lastDoneInMemory() {
  const keys = new Map<string, string>()
  return {
    read: (thing: string) => keys.get(thing),
    write: (thing: string, key: string) => void keys.set(thing, key),
  }
}
