import { createDrain, type WaitingScreens } from './drain-outbox.ts'
import { withFallback } from './fallback-store.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'
import { createRuns } from './outbox-runs.ts'
import { type Delivery, type Outcome, WRITE_SCHEMA, type UnsentWrite, type WriteDraft } from './unsent-write.ts'
import { createUnstoredWrites } from './unstored-writes.ts'

/** The screen waits this long for the server before reporting the write as pending. */
const PATIENCE_MS = 12_000
const FILES_PATIENCE_MS = 120_000
const MOST_FOLLOWED = 20
const BEHIND = '前一次修改尚未提交'

export interface Outbox {
  /** A write that cannot be stored is sent directly. `waiting`: no answer; a refused write stays with its screen. */
  enqueue(draft: WriteDraft): Promise<Outcome>
  /** @param eager ignore retry delays */
  flush(eager?: boolean): Promise<void>
  sendDuringUpload(): void
  retry(...seqs: number[]): Promise<void>
  remove(seq: number): Promise<void>
  all(): Promise<UnsentWrite[]>
  onRemoteOutcome(key: string, outcome: Outcome): Promise<void>
  /** Stops sending; pending writes stay stored. */
  close(): void
}

export function createOutbox(around: OutboxEnvironment): Outbox {
  const store = withFallback(around.store)
  const shows = new Map<string, (outcome: Outcome) => void>()
  const screens: WaitingScreens = {
    has: (key) => shows.has(key),
    notify(key, outcome) {
      shows.get(key)?.(outcome)
      shows.delete(key)
    },
  }
  const { drain, sendDuringUpload, nextDue, attempt, noteDone } = createDrain(around, store, screens)
  const runs = createRuns(around, (eager) => drain(eager, runs.isClosed), nextDue, sendDuringUpload)
  const { flush } = runs
  const unstored = createUnstoredWrites()
  /** Each write sees its predecessors in `follows`. */
  let adding: Promise<unknown> = Promise.resolve()

  const rowsOf = async (of: string) => (await store.all().catch(() => [])).filter(({ thing }) => thing === of)

  async function removeRefused(of: string): Promise<void> {
    const row = (await store.all()).find(({ key, state }) => key === of && state === 'refused')
    if (row) await discard(row.seq)
  }

  async function discard(seq: number): Promise<void> {
    await store.remove(seq)
    around.changed()
    void flush().catch(() => undefined)
  }

  /** After the pending ones of its entity. */
  async function sendUnstored(write: UnsentWrite, replaces: number | undefined): Promise<Outcome> {
    let latest = write
    let delivery: Delivery = { kind: 'later', reason: BEHIND, all: false }
    await flush().catch(() => undefined)
    await around.withLock(async () => {
      if ((await rowsOf(write.thing)).some(({ seq }) => seq !== replaces)) return
      delivery = await attempt(write, async (next) => void (latest = next))
    })
    const { files } = latest
    const ended = delivery as Delivery
    if (ended.kind === 'done') await noteDone(write)
    if (replaces !== undefined && (ended.kind === 'done' || ended.kind === 'refused')) await discard(replaces)
    if (ended.kind === 'done') return { state: 'done', data: ended.data, words: ended.words, isUnstored: true }
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
      const outcome = new Promise<Outcome>((resolve) => shows.set(key, resolve))
      const added = adding.then(() => storeRow({ ...draft, files, ...tap }))
      adding = added
      const { made, isStored } = await added
      if (!isStored) {
        shows.delete(key)
        return sendUnstored(made, replaces)
      }
      // A refused write would block the new one.
      if (replaces !== undefined) await store.remove(replaces)
      around.changed()
      const giveUp = () => screens.notify(key, { state: 'waiting' })
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
    sendDuringUpload,
    async retry(...seqs) {
      const found = (await store.all()).filter(({ seq }) => seqs.includes(seq))
      if (found.length === 0) return
      for (const row of found) await store.change({ ...row, state: 'waiting', nextAt: 0 })
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
      const show = shows.get(key)
      if (!show) return
      shows.delete(key)
      // Its sender saw no waiting screen.
      if (outcome.state === 'refused') await removeRefused(key).catch(() => undefined)
      show(outcome)
    },
    close() {
      runs.close()
      for (const key of shows.keys()) screens.notify(key, { state: 'waiting' })
    },
  }
}
