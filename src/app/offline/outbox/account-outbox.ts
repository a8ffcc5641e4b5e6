import { isOnline, lastServerTime, onConnectivityChange } from '#app/offline/connection.ts'
import { saveWithRoom } from '#app/offline/make-room.ts'
import { currentSession, followSession, owesInformation, owesPassword } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { clockWords } from './clock-words.ts'
import { deliver } from './deliver-from-tab.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { outboxChannel, type RemoteOutcome } from './outbox-channel.ts'
import { openOutboxStore, outboxName, type OutboxStore } from './outbox-store.ts'
import { unsent, unsentKnown } from './outbox-state.ts'
import { lastDoneOf } from './last-done.ts'
import { requestSync } from './request-sync.ts'
import { lostWrites, noteLostWrites, readLostWrites, summarizeUnsent } from './lost-writes.ts'
import type { Outcome } from './unsent-write.ts'
import { withOutboxLock } from './with-lock.ts'
import { writeWorkerSession } from './worker-store.ts'

const SHOWN_EVERY_MS = 250
const LONGEST_UNSHOWN_MS = 60_000

/** `crypto.randomUUID`: Chromium 92. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function warnOfClock(outcome: Outcome): void {
  const words = clockWords(outcome)
  if (words) toast.info(words)
}

function openFor(uid: string): Outbox {
  const name = outboxName(uid)
  const stored = openOutboxStore(uid, () => {
    const count = noteLostWrites(uid)
    if (count > 0) toast.error(`浏览器清除了本机存储，${count} 项未提交的内容已丢失，请在“待提交”中查看`)
  })
  const store: OutboxStore = {
    ...stored,
    async add(write) {
      const made = await saveWithRoom(uid, lastServerTime(), () => stored.add(write))
      void requestSync()
      return made
    },
  }
  let isClosed = false
  let failures = 0
  const show = async () => {
    const rows = await store.all().catch(() => null)
    if (isClosed || currentSession()?.user.id !== uid) return
    failures = rows ? 0 : failures + 1
    if (!rows) setTimeout(() => void showQuietly(), Math.min(LONGEST_UNSHOWN_MS, SHOWN_EVERY_MS * 2 ** failures))
    if (rows) {
      unsent.write(rows)
      summarizeUnsent(uid, rows)
    }
    unsentKnown.write(true)
  }
  let isShowing = false
  let isStale = false
  /** Re-reading a long queue per write would be quadratic. */
  async function showQuietly(): Promise<void> {
    isStale = true
    if (isShowing || isClosed) return
    isShowing = true
    try {
      while (isStale) {
        isStale = false
        await show()
        await new Promise((resolve) => setTimeout(resolve, SHOWN_EVERY_MS))
      }
    } finally {
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
    withLock: (work) => withOutboxLock(name, work),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    changed(key, outcome) {
      void showQuietly()
      if (outcome) warnOfClock(outcome)
      const heard: RemoteOutcome = { name, ...(key && outcome ? { key, outcome } : {}) }
      outboxChannel?.postMessage(heard)
    },
  })
  const hear = ({ data }: MessageEvent<RemoteOutcome>) => {
    if (data.name !== name) return
    void showQuietly()
    if (!data.key || !data.outcome) return outbox.sendDuringUpload()
    warnOfClock(data.outcome)
    void outbox.onRemoteOutcome(data.key, data.outcome)
  }
  outboxChannel?.addEventListener('message', hear)
  void showQuietly()
  return {
    ...outbox,
    async enqueue(draft) {
      const outcome = await outbox.enqueue(draft)
      if (outcome.state === 'done' && outcome.isUnstored) warnOfClock(outcome)
      return outcome
    },
    close() {
      isClosed = true
      outboxChannel?.removeEventListener('message', hear)
      outbox.close()
    },
  }
}

let open: { readonly uid: string; readonly outbox: Outbox } | undefined
let isOwing = false

function follow(): void {
  const session = currentSession()
  const uid = session?.user.id
  const isFreed = isOwing
  isOwing = owesPassword(session) || owesInformation(session)
  void writeWorkerSession(session && !isOwing ? { token: session.token, uid: session.user.id } : null)
  if (uid === open?.uid) {
    if (isFreed && !isOwing) flushQuietly()
    return
  }
  open?.outbox.close()
  unsent.write([])
  unsentKnown.write(false)
  if (uid === undefined) lostWrites.write(null)
  else readLostWrites(uid)
  open = uid === undefined ? undefined : { uid, outbox: openFor(uid) }
  flushQuietly()
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
