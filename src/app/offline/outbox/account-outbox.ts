import { readStored, writeStored } from '#app/lib/storage.ts'
import { isOnline, onReachChange } from '#app/offline/connection.ts'
import { currentSession, followSession } from '#app/session/session.ts'
import { deliver } from './deliver.ts'
import { createOutbox, type Outbox, type OutboxSurroundings } from './outbox.ts'
import { openOutboxStore, outboxName } from './outbox-store.ts'
import { unsent, unsentKnown } from './outbox-state.ts'
import type { Outcome } from './waiting-write.ts'

interface Heard {
  readonly name: string
  readonly key?: string
  readonly outcome?: Outcome
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('fire-unsent') : null

const SHOWN_EVERY_MS = 250

/** Random, in the shape of a UUID; `crypto.randomUUID` came with Chromium 92. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Another tab that holds the lock this long may be frozen; this one tries again later. */
const LOCK_MS = 30_000

/** Runs work while no other tab does; where the browser has no locks, the server's keys keep a write from being done twice. */
async function alone(name: string, work: () => Promise<void>): Promise<boolean> {
  let ran = false
  const run = () => {
    ran = true
    return work()
  }
  if (!navigator.locks) await run()
  else {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), LOCK_MS)
    await navigator.locks.request(name, { signal: waiting.signal }, run).catch((error: unknown) => {
      if (ran) throw error
    })
    clearTimeout(timer)
  }
  return ran
}

/** As many things as a person changes between two readings. */
const MOST_DONE = 100

/** Keys of the writes last done, by thing; they leave with what was read, whose versions they explain. */
function lastDoneOf(name: string): OutboxSurroundings['lastDone'] {
  const stored = `done:${name}`
  const read = () => readStored<[thing: string, key: string][]>(stored) ?? []
  return {
    read: (thing) => read().find(([of]) => of === thing)?.[1],
    write: (thing, key) =>
      void writeStored(stored, [[thing, key], ...read().filter(([of]) => of !== thing)].slice(0, MOST_DONE)),
  }
}

/** The outbox of one account, and how what it holds reaches the screen and the other tabs. */
function openFor(uid: string): Outbox {
  const name = outboxName(uid)
  const store = openOutboxStore(uid)
  const show = async () => {
    const rows = await store.all().catch(() => null)
    if (currentSession()?.user.id !== uid) return
    if (rows) unsent.write(rows)
    unsentKnown.write(true)
  }
  let isShowing = false
  let isStale = false
  /** At once, then at most every quarter of a second: of a long queue each write that leaves would read all of it anew. */
  async function showQuietly(): Promise<void> {
    isStale = true
    if (isShowing) return
    isShowing = true
    try {
      while (isStale) {
        isStale = false
        await show()
        await new Promise((resolve) => setTimeout(resolve, SHOWN_EVERY_MS))
      }
    } finally {
      // A reading that failed must not be the last one.
      isShowing = false
    }
  }
  const outbox = createOutbox({
    store,
    deliver,
    now: Date.now,
    random: Math.random,
    newKey,
    lastDone: lastDoneOf(name),
    alone: (work) => alone(name, work),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    changed(key, outcome) {
      void showQuietly()
      const heard: Heard = { name, ...(key && outcome ? { key, outcome } : {}) }
      channel?.postMessage(heard)
    },
  })
  const hear = ({ data }: MessageEvent<Heard>) => {
    if (data.name !== name) return
    void showQuietly()
    if (data.key && data.outcome) outbox.heard(data.key, data.outcome)
  }
  channel?.addEventListener('message', hear)
  void showQuietly()
  return {
    ...outbox,
    close() {
      channel?.removeEventListener('message', hear)
      outbox.close()
    },
  }
}

let open: { readonly uid: string; readonly outbox: Outbox } | undefined

function follow(): void {
  const uid = currentSession()?.user.id
  if (uid === open?.uid) return
  open?.outbox.close()
  unsent.write([])
  unsentKnown.write(false)
  open = uid === undefined ? undefined : { uid, outbox: openFor(uid) }
  void open?.outbox.flush(true).catch(() => undefined)
}

const flushQuietly = () => void open?.outbox.flush(true).catch(() => undefined)

followSession(follow)
onReachChange(() => {
  if (isOnline()) flushQuietly()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') flushQuietly()
})
follow()

/** The signed-in account's outbox; it changes with the session. */
export function accountOutbox(): Outbox {
  if (!open) throw new Error('Nobody is signed in')
  return open.outbox
}
