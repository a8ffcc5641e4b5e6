import { readStored, writeStored } from '#app/lib/storage.ts'
import { isOnline, onConnectivityChange } from '#app/offline/connection.ts'
import { currentSession, followSession } from '#app/session/session.ts'
import { deliver } from './deliver.ts'
import { createOutbox, type Outbox, type OutboxEnvironment } from './outbox.ts'
import { openOutboxStore, outboxName } from './outbox-store.ts'
import { unsent, unsentKnown } from './outbox-state.ts'
import type { Outcome } from './waiting-write.ts'

interface RemoteOutcome {
  readonly name: string
  readonly key?: string
  readonly outcome?: Outcome
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('fire-unsent') : null

const SHOWN_EVERY_MS = 250

/** `crypto.randomUUID`: Chromium 92. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Another tab may be frozen. */
const LOCK_MS = 30_000

/** Without Web Locks idempotency keys prevent duplicates. */
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

const MOST_DONE = 100

/** For `follows`; cleared with the read data. */
function lastDoneOf(name: string): OutboxEnvironment['lastDone'] {
  const stored = `done:${name}`
  const read = () => readStored<[thing: string, key: string][]>(stored) ?? []
  return {
    read: (thing) => read().find(([of]) => of === thing)?.[1],
    write: (thing, key) =>
      void writeStored(stored, [[thing, key], ...read().filter(([of]) => of !== thing)].slice(0, MOST_DONE)),
  }
}

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
  /** Re-reading a long queue per write would be quadratic. */
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
      // Reset also after a failure, so that later changes are shown.
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
    withLock: (work) => alone(name, work),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    changed(key, outcome) {
      void showQuietly()
      const heard: RemoteOutcome = { name, ...(key && outcome ? { key, outcome } : {}) }
      channel?.postMessage(heard)
    },
  })
  const hear = ({ data }: MessageEvent<RemoteOutcome>) => {
    if (data.name !== name) return
    void showQuietly()
    if (data.key && data.outcome) outbox.onRemoteOutcome(data.key, data.outcome)
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
onConnectivityChange(() => {
  if (isOnline()) flushQuietly()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') flushQuietly()
})
follow()

/** Changes with the session. @throws Error if signed out */
export function accountOutbox(): Outbox {
  if (!open) throw new Error('Nobody is signed in')
  return open.outbox
}
