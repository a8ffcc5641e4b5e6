import type { OutboxStore } from './outbox-store.ts'
import type { Delivery, Outcome, UnsentWrite } from './unsent-write.ts'

export interface OutboxEnvironment {
  readonly store: OutboxStore
  /** Sends a write; `save` stores progress. Network failures resolve. */
  deliver(write: UnsentWrite, save: (write: UnsentWrite) => Promise<void>): Promise<Delivery>
  now(): number
  /** In [0, 1). */
  random(): number
  newKey(): string
  /** Shared by the account's tabs and the service worker. */
  readonly lastDone: {
    read(thing: string): string | undefined | Promise<string | undefined>
    write(thing: string, key: string): void | Promise<void>
  }
  /** @returns whether it ran */
  withLock(work: () => Promise<void>): Promise<boolean>
  later(work: () => void, ms: number): () => void
  changed(key?: string, outcome?: Outcome): void
}
