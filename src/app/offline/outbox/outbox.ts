import type { OutboxStore } from './outbox-store.ts'
import { type Delivery, type Outcome, WRITE_SCHEMA, type WaitingWrite, type WriteDraft } from './waiting-write.ts'
import { createUnkeptWrites } from './unkept-writes.ts'
import { withMemory } from './written-rows.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5 * 60_000
/** A screen waits so long for the server's word before it says that the write is kept. */
const PATIENCE_MS = 12_000
/** Where photos go before it over a weak link, the screen can watch them go. */
const FILES_PATIENCE_MS = 120_000
/** A write names so many of the account's earlier writes of its thing. */
const MOST_FOLLOWED = 20
/** Said where a try broke off without a word of the network's. */
const BROKEN_OFF = '未能提交，稍后自动重试'
const BEHIND = '前一次修改尚未提交'

/** What the outbox needs of the world; tests bring their own. */
export interface OutboxSurroundings {
  readonly store: OutboxStore
  /** Tries to send. `save` keeps what was reached on the way. Never rejects for what the network does. */
  deliver(write: WaitingWrite, save: (write: WaitingWrite) => Promise<void>): Promise<Delivery>
  now(): number
  /** In [0, 1). */
  random(): number
  newKey(): string
  /** Keys of the account's last done writes, by thing. */
  readonly lastDone: { read(thing: string): string | undefined; write(thing: string, key: string): void }
  /** Runs work while no other tab does. Waits for another tab within a limit. @returns whether it ran */
  alone(work: () => Promise<void>): Promise<boolean>
  /** @returns how to call it off */
  later(work: () => void, ms: number): () => void
  /** Something changed: what this device shows, and other tabs', is read anew. */
  changed(key?: string, outcome?: Outcome): void
}

export interface Outbox {
  /**
   * Keeps a write on the device, then tries to send it.
   * What the device does not keep is sent directly, under a key that the same draft keeps until an answer comes.
   * @returns what became of it, or `waiting` where the server could not be asked; a refusal stays with the screen
   */
  put(draft: WriteDraft): Promise<Outcome>
  /** Sends what can be sent. @param eager waits are over: the server answers again, or a person asks */
  flush(eager?: boolean): Promise<void>
  /** A person wants a refused or waiting write to be tried again. */
  retry(seq: number): Promise<void>
  discard(seq: number): Promise<void>
  all(): Promise<WaitingWrite[]>
  /** Another tab learned what became of a write. */
  heard(key: string, outcome: Outcome): void
  /** Sends nothing any more; what waits stays. */
  close(): void
}

/** The wait after so many tries, in ms: doubling, spread so that devices that lost the network together don't return together. */
export function waitAfter(attempts: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 12)) * (0.5 + random / 2)
}

/** Writes leave in the order of their taps for each thing; a thing that waits or was refused holds up nothing else. */
export function createOutbox(around: OutboxSurroundings): Outbox {
  const store = withMemory(around.store)
  const screens = new Map<string, (outcome: Outcome) => void>()
  let isClosed = false
  let isEager = false
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let cancelTimer: (() => void) | undefined
  const unkept = createUnkeptWrites()
  /** Taps are kept one after another, so that each finds those before it. */
  let keeping: Promise<unknown> = Promise.resolve()

  const tell = (key: string, outcome: Outcome) => {
    screens.get(key)?.(outcome)
    screens.delete(key)
  }

  /** What a try means for the write, written down before anybody is told. @returns whether the round goes on */
  async function settle(write: WaitingWrite, delivery: Delivery): Promise<boolean> {
    switch (delivery.kind) {
      case 'done': {
        await store.remove(write.seq)
        around.lastDone.write(write.thing, write.key)
        const outcome: Outcome = { state: 'done', data: delivery.data, words: delivery.words }
        around.changed(write.key, outcome)
        tell(write.key, outcome)
        return true
      }
      case 'refused': {
        const { code, reason, fields } = delivery
        // A screen that still waits shows it and keeps what was typed; nobody need decide twice.
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
        for (const key of screens.keys()) tell(key, { state: 'waiting' })
        return false
    }
  }

  /** Never rejects: a try that broke off says nothing about the write. */
  async function attempt(write: WaitingWrite, save: (write: WaitingWrite) => Promise<void>): Promise<Delivery> {
    try {
      return await around.deliver(write, save)
    } catch {
      return { kind: 'later', reason: BROKEN_OFF, all: false }
    }
  }

  /** One walk over all that waits; @returns whether anything was sent, so that another walk may find more. */
  async function walk(eager: boolean): Promise<boolean> {
    const held = new Set<string>()
    let sent = false
    await store.rewrite()
    for (const { seq } of await store.all()) {
      if (isClosed) return false
      // Read again: a person may have discarded it meanwhile, a file may have got its address.
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
      if (delivery.kind === 'done') sent = true
      else held.add(write.thing)
      if (!(await settle(latest, delivery))) return false
    }
    return sent
  }

  async function plan(): Promise<void> {
    cancelTimer?.()
    cancelTimer = undefined
    if (isClosed) return
    const waiting = (await store.all()).filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) return
    const soonest = waiting.reduce((least, { nextAt }) => Math.min(least, nextAt), Number.POSITIVE_INFINITY)
    comeBack(soonest - around.now())
  }

  function comeBack(ms: number): void {
    cancelTimer?.()
    // The next try, or what keeps it from beginning, plans the one after it.
    cancelTimer = around.later(() => void flush().catch(() => undefined), Math.max(FIRST_WAIT_MS, ms))
  }

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        const ran = await around.alone(async () => {
          const eager = isEager
          isEager = false
          let more = true
          // Only the first walk is eager: what failed in it waits.
          for (let first = true; more; first = false) more = await walk(eager && first)
        })
        if (ran) await plan()
        else comeBack(FIRST_WAIT_MS)
        // Asked before this line means another walk, after it another run: nobody's asking falls between the two.
      } while (isAskedAgain)
    } catch (error) {
      // Storage that can't be read now may be readable later.
      if (!isClosed) comeBack(LONGEST_WAIT_MS)
      throw error
    } finally {
      running = undefined
    }
  }

  /** @returns when a walk that began after this call is over */
  function flush(eager = false): Promise<void> {
    if (isClosed) return Promise.resolve()
    isEager ||= eager
    isAskedAgain = true
    running ??= run()
    return running
  }

  /** Sends what the device did not keep, behind what waits of the same thing. */
  async function sendUnkept(write: WaitingWrite): Promise<Outcome> {
    let latest = write
    let delivery: Delivery = { kind: 'later', reason: BEHIND, all: false }
    await flush().catch(() => undefined)
    await around.alone(async () => {
      const waiting = await store.all().catch(() => [])
      if (waiting.some(({ thing }) => thing === write.thing)) return
      delivery = await attempt(write, async (next) => void (latest = next))
    })
    const { files } = latest
    const ended = delivery as Delivery
    if (ended.kind === 'done') {
      around.lastDone.write(write.thing, write.key)
      return { state: 'done', data: ended.data, words: ended.words, isUnkept: true }
    }
    if (ended.kind === 'refused')
      return { state: 'refused', code: ended.code, reason: ended.reason, fields: ended.fields, files }
    unkept.add(latest)
    return { state: 'unkept', reason: ended.kind === 'later' ? ended.reason : '' }
  }

  /** Writes a tap to the device, with the keys of what it follows. Never rejects. */
  async function keep(write: Omit<WaitingWrite, 'seq' | 'follows'>): Promise<{ made: WaitingWrite; isKept: boolean }> {
    const earlier = (await store.all().catch(() => [])).filter(({ thing }) => thing === write.thing)
    const last = around.lastDone.read(write.thing)
    const follows = [...(last ? [last] : []), ...earlier.map(({ key }) => key)].slice(-MOST_FOLLOWED)
    try {
      return { made: await around.store.add({ ...write, follows }), isKept: true }
    } catch {
      return { made: { ...write, follows, seq: 0 }, isKept: false }
    }
  }

  return {
    async put({ replaces, ...draft }) {
      const again = unkept.take(draft)
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
      let cancel: (() => void) | undefined
      // Listening before it is kept: another tab may send it the moment it is there.
      const outcome = new Promise<Outcome>((resolve) => screens.set(key, resolve))
      const kept = keeping.then(() => keep({ ...draft, files, ...tap }))
      keeping = kept
      const { made, isKept } = await kept
      if (!isKept) {
        screens.delete(key)
        return sendUnkept(made)
      }
      // After the new one is kept, and before anything is sent: a refused one would hold it up.
      if (replaces !== undefined) await store.remove(replaces)
      around.changed()
      const giveUp = () => tell(key, { state: 'waiting' })
      if (isClosed) giveUp()
      else cancel = around.later(giveUp, draft.files?.length ? FILES_PATIENCE_MS : PATIENCE_MS)
      // What a walk passed over, behind one of the same thing that waits, is kept and nothing more can be said of it now.
      const passedOver = async () => {
        await flush()
        if ((await store.get(made.seq))?.state === 'waiting') giveUp()
      }
      // A walk that could not be made (storage gone) leaves the write kept, and the screen with that word.
      void passedOver().catch(giveUp)
      return outcome.finally(() => cancel?.())
    },
    flush,
    async retry(seq) {
      const found = await store.get(seq)
      if (!found) return
      await store.change({ ...found, state: 'waiting', nextAt: 0 })
      around.changed()
      await flush(true)
    },
    async discard(seq) {
      // Straight to the device: what a person gave up must not come back with the next page.
      await around.store.remove(seq)
      around.changed()
    },
    all: () => store.all(),
    heard: tell,
    close() {
      isClosed = true
      cancelTimer?.()
      for (const key of screens.keys()) tell(key, { state: 'waiting' })
    },
  }
}
