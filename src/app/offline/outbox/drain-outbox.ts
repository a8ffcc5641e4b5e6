import type { FallbackStore } from './fallback-store.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'
import { msUntil, waitAfter } from './outbox-runs.ts'
import type { Delivery, Outcome, UnsentFile, UnsentWrite } from './unsent-write.ts'

const BROKEN_OFF = '未能提交，稍后自动重试'

const isLocal = ({ address }: UnsentFile) => address === undefined

const slowThings = (rows: readonly UnsentWrite[]) =>
  new Set(rows.filter(({ files }) => files.some(isLocal)).map(({ thing }) => thing))

export interface WaitingScreens {
  has(key: string): boolean
  notify(key: string, outcome: Outcome): void
}

export function createDrain(around: OutboxEnvironment, store: FallbackStore, screens: WaitingScreens) {
  /** Without it, a later edit may report a conflict with the account's own. */
  async function noteDone({ thing, key }: UnsentWrite): Promise<void> {
    try {
      await around.lastDone.write(thing, key)
    } catch {}
  }

  /** Stored before screens are notified. */
  async function settle(write: UnsentWrite, delivery: Delivery, waitMs: number): Promise<boolean> {
    switch (delivery.kind) {
      case 'done': {
        await store.remove(write.seq)
        await noteDone(write)
        const outcome: Outcome = { state: 'done', data: delivery.data, words: delivery.words }
        around.changed(write.key, outcome)
        screens.notify(write.key, outcome)
        return true
      }
      case 'refused': {
        const { code, reason, fields } = delivery
        // A waiting screen shows the refusal and keeps the form.
        if (screens.has(write.key)) await store.remove(write.seq)
        else await store.change({ ...write, state: 'refused', reason, fields })
        const outcome: Outcome = { state: 'refused', code, reason, fields, files: write.files }
        around.changed(write.key, outcome)
        screens.notify(write.key, outcome)
        return true
      }
      case 'later': {
        await store.change({
          ...write,
          attempts: write.attempts + 1,
          nextAt: around.now() + waitMs,
          reason: delivery.reason,
        })
        around.changed()
        screens.notify(write.key, { state: 'waiting', ...(delivery.isLimit && { limit: delivery.reason }) })
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

  let quick: (() => Promise<boolean>) | undefined

  /** In order per entity, files last; a pending or refused write blocks only its own. */
  async function drain(eager: boolean, isClosed: () => boolean): Promise<void> {
    let uploading = ''
    let passing: Promise<boolean> | undefined
    const sendQuick = () =>
      (passing = passing
        ? passing.then(() => sendRows(false, false, new Set([uploading])))
        : sendRows(false, eager, new Set()))

    async function sendRows(withFiles: boolean, isEager: boolean, held: Set<string>): Promise<boolean> {
      const rows = await store.all()
      const slow = slowThings(rows)
      for (const { seq, thing } of rows) {
        if (slow.has(thing) !== withFiles) continue
        if (withFiles && !held.has(thing)) {
          if (!(await sendQuick())) return false
          if (!slowThings(await store.all()).has(thing)) continue
        }
        if (isClosed()) return false
        if (held.has(thing)) continue
        held.add(thing)
        // Re-read: discarded or uploaded meanwhile.
        const write = await store.get(seq)
        if (!write) {
          held.delete(thing)
          continue
        }
        if (write.state === 'refused' || (!isEager && msUntil(write.nextAt, around.now()) > 0)) continue
        if (withFiles) uploading = thing
        let latest = write
        const delivery = await attempt(write, async (next) => {
          latest = next
          await store.change(next)
          around.changed()
          if (withFiles) await sendQuick()
        })
        const waitMs = waitAfter(write.attempts, around.random())
        const goesOn = await settle(latest, delivery, waitMs)
        if (withFiles) uploading = ''
        else if (delivery.kind === 'later' && quick) around.later(sendDuringUpload, waitMs)
        if (!goesOn) return false
        if (delivery.kind === 'done') held.delete(thing)
      }
      return true
    }

    await store.rewrite()
    if (!(await sendQuick())) return
    quick = sendQuick
    try {
      await sendRows(true, eager, new Set())
    } finally {
      quick = undefined
      await passing
    }
  }

  async function nextDue(): Promise<number | undefined> {
    const first = new Map<string, UnsentWrite>()
    for (const write of await store.all()) if (!first.has(write.thing)) first.set(write.thing, write)
    const waiting = [...first.values()].filter(({ state }) => state === 'waiting')
    const due = waiting.map(({ nextAt }) => msUntil(nextAt, around.now()))
    return due.length > 0 ? Math.min(...due) : undefined
  }

  const sendDuringUpload = () => void quick?.().catch(() => undefined)

  return { drain, sendDuringUpload, nextDue, attempt, noteDone }
}
