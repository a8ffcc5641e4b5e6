import type { OutboxStore } from './outbox-store.ts'
import { type Delivery, type Outcome, WRITE_SCHEMA, type UnsentWrite, type WriteDraft } from './unsent-write.ts'
import { createUnstoredWrites } from './unstored-writes.ts'
import { withFallback } from './fallback-store.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5 * 60_000
/** The screen waits this long for the server before reporting the write as pending. */
const PATIENCE_MS = 12_000
const FILES_PATIENCE_MS = 120_000
const MOST_FOLLOWED = 20
const BROKEN_OFF = '未能提交，稍后自动重试'
const BEHIND = '前一次修改尚未提交'

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

export interface Outbox {
  /** A write that cannot be stored is sent directly. `waiting`: no answer; a refused write stays with its screen. */
  enqueue(draft: WriteDraft): Promise<Outcome>
  /** @param eager ignore retry delays */
  flush(eager?: boolean): Promise<void>
  retry(seq: number): Promise<void>
  remove(seq: number): Promise<void>
  all(): Promise<UnsentWrite[]>
  onRemoteOutcome(key: string, outcome: Outcome): Promise<void>
  /** Stops sending; pending writes stay stored. */
  close(): void
}

/** Jitter: devices that lost the network together. */
export function waitAfter(attempts: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 12)) * (0.5 + random / 2)
}

/** In order per entity; a pending or refused write blocks only its own. */
export function createOutbox(around: OutboxEnvironment): Outbox {
  const store = withFallback(around.store)
  const screens = new Map<string, (outcome: Outcome) => void>()
  let isClosed = false
  let isEager = false
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let cancelTimer: (() => void) | undefined
  const unstored = createUnstoredWrites()
  /** Each write sees its predecessors in `follows`. */
  let adding: Promise<unknown> = Promise.resolve()

  const tell = (key: string, outcome: Outcome) => {
    screens.get(key)?.(outcome)
    screens.delete(key)
  }

  /** Without it, a later edit may report a conflict with the account's own. */
  async function noteDone({ thing, key }: UnsentWrite): Promise<void> {
    try {
      await around.lastDone.write(thing, key)
    } catch {}
  }

  /** Stored before screens are notified. */
  async function settle(write: UnsentWrite, delivery: Delivery): Promise<boolean> {
    switch (delivery.kind) {
      case 'done': {
        await store.remove(write.seq)
        await noteDone(write)
        const outcome: Outcome = { state: 'done', data: delivery.data, words: delivery.words }
        around.changed(write.key, outcome)
        tell(write.key, outcome)
        return true
      }
      case 'refused': {
        const { code, reason, fields } = delivery
        // A waiting screen shows the refusal and keeps the form.
        if (screens.has(write.key)) await store.remove(write.seq)
        else await store.change({ ...write, state: 'refused', reason, fields })
        const outcome: Outcome = { state: 'refused', code, reason, fields, files: write.files }
        around.changed(write.key, outcome)
        tell(write.key, outcome)
        return true
      }
      case 'later': {
        const nextAt = around.now() + waitAfter(write.attempts, around.random())
        await store.change({ ...write, attempts: write.attempts + 1, nextAt, reason: delivery.reason })
        around.changed()
        tell(write.key, { state: 'waiting' })
        return !delivery.all
      }
      case 'stopped':
        return false
    }
  }

  /** Never rejects: an exception says nothing about the outcome. */
  async function attempt(write: UnsentWrite, save: (write: UnsentWrite) => Promise<void>): Promise<Delivery> {
    try {
      return await around.deliver(write, save)
    } catch {
      return { kind: 'later', reason: BROKEN_OFF, all: false }
    }
  }

  async function walk(eager: boolean): Promise<void> {
    const held = new Set<string>()
    await store.rewrite()
    for (const { seq } of await store.all()) {
      if (isClosed) return
      // Re-read: discarded or uploaded meanwhile.
      const write = await store.get(seq)
      if (!write || held.has(write.thing)) continue
      if (write.state === 'refused' || (!eager && write.nextAt > around.now())) {
        held.add(write.thing)
        continue
      }
      let latest = write
      const delivery = await attempt(write, async (next) => {
        latest = next
        await store.change(next)
        around.changed()
      })
      if (delivery.kind !== 'done') held.add(write.thing)
      if (!(await settle(latest, delivery))) return
    }
  }

  async function plan(): Promise<void> {
    cancelTimer?.()
    cancelTimer = undefined
    if (isClosed) return
    const first = new Map<string, UnsentWrite>()
    for (const write of await store.all()) if (!first.has(write.thing)) first.set(write.thing, write)
    const due = [...first.values()].filter(({ state }) => state === 'waiting').map(({ nextAt }) => nextAt)
    if (due.length > 0) comeBack(Math.min(...due) - around.now())
  }

  function comeBack(ms: number): void {
    cancelTimer?.()
    cancelTimer = around.later(() => void flush().catch(() => undefined), Math.max(FIRST_WAIT_MS, ms))
  }

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        const ran = await around.withLock(async () => {
          const eager = isEager
          isEager = false
          await walk(eager)
        })
        if (ran) await plan()
        else comeBack(FIRST_WAIT_MS)
        // So a flush requested meanwhile is not lost.
      } while (isAskedAgain)
    } catch (error) {
      // Storage may become readable later.
      if (!isClosed) comeBack(LONGEST_WAIT_MS)
      throw error
    } finally {
      running = undefined
    }
  }

  /** Ends with a run that started after this call. */
  function flush(eager = false): Promise<void> {
    if (isClosed) return Promise.resolve()
    isEager ||= eager
    isAskedAgain = true
    running ??= run()
    return running
  }

  const rowsOf = async (of: string) => (await store.all().catch(() => [])).filter(({ thing }) => thing === of)

  async function removeRefused(of: string): Promise<void> {
    const row = (await store.all()).find(({ key, state }) => key === of && state === 'refused')
    if (!row) return
    await store.remove(row.seq)
    around.changed()
    void flush().catch(() => undefined)
  }

  /** After the pending ones of its entity. */
  async function sendUnstored(write: UnsentWrite): Promise<Outcome> {
    let latest = write
    let delivery: Delivery = { kind: 'later', reason: BEHIND, all: false }
    await flush().catch(() => undefined)
    await around.withLock(async () => {
      if ((await rowsOf(write.thing)).length > 0) return
      delivery = await attempt(write, async (next) => void (latest = next))
    })
    const { files } = latest
    const ended = delivery as Delivery
    if (ended.kind === 'done') {
      await noteDone(write)
      return { state: 'done', data: ended.data, words: ended.words, isUnstored: true }
    }
    if (ended.kind === 'refused')
      return { state: 'refused', code: ended.code, reason: ended.reason, fields: ended.fields, files }
    unstored.add(latest)
    return { state: 'unstored', reason: ended.kind === 'later' ? ended.reason : '' }
  }

  /** Never rejects. */
  async function storeRow(
    write: Omit<UnsentWrite, 'seq' | 'follows'>,
  ): Promise<{ made: UnsentWrite; isStored: boolean }> {
    const earlier = await rowsOf(write.thing)
    const last = await Promise.resolve(around.lastDone.read(write.thing)).catch(() => undefined)
    const follows = [...(last ? [last] : []), ...earlier.map(({ key }) => key)].slice(-MOST_FOLLOWED)
    try {
      return { made: await around.store.add({ ...write, follows }), isStored: true }
    } catch {
      return { made: { ...write, follows, seq: 0 }, isStored: false }
    }
  }

  return {
    async enqueue({ replaces, ...draft }) {
      const again = unstored.take(draft)
      const key = again?.key ?? around.newKey()
      const files = again?.files ?? draft.files ?? []
      const tap = {
        key,
        schema: WRITE_SCHEMA,
        tappedAt: around.now(),
        attempts: 0,
        nextAt: 0,
        state: 'waiting',
      } as const
      // Another tab may send it at once.
      const outcome = new Promise<Outcome>((resolve) => screens.set(key, resolve))
      const added = adding.then(() => storeRow({ ...draft, files, ...tap }))
      adding = added
      const { made, isStored } = await added
      if (!isStored) {
        screens.delete(key)
        return sendUnstored(made)
      }
      // A refused write would block the new one.
      if (replaces !== undefined) await store.remove(replaces)
      around.changed()
      const giveUp = () => tell(key, { state: 'waiting' })
      const cancel = around.later(giveUp, draft.files?.length ? FILES_PATIENCE_MS : PATIENCE_MS)
      // Skipped behind a pending one: no outcome yet.
      const passedOver = async () => {
        await flush()
        if ((await store.get(made.seq))?.state === 'waiting') giveUp()
      }
      // If the run fails (storage unavailable), the write stays pending.
      void passedOver().catch(giveUp)
      return outcome.finally(cancel)
    },
    flush,
    async retry(seq) {
      const found = await store.get(seq)
      if (!found) return
      await store.change({ ...found, state: 'waiting', nextAt: 0 })
      around.changed()
      await flush(true)
    },
    async remove(seq) {
      // A discarded write must not return after a reload.
      await around.store.remove(seq)
      around.changed()
      void flush().catch(() => undefined)
    },
    all: () => store.all(),
    async onRemoteOutcome(key, outcome) {
      const show = screens.get(key)
      if (!show) return
      screens.delete(key)
      // Its sender saw no waiting screen.
      if (outcome.state === 'refused') await removeRefused(key).catch(() => undefined)
      show(outcome)
    },
    close() {
      isClosed = true
      cancelTimer?.()
      for (const key of screens.keys()) tell(key, { state: 'waiting' })
    },
  }
}
