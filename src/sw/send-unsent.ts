import { type Wire, callWithMessage } from '#app/lib/call.ts'
import { clockWords } from '#app/offline/outbox/clock-words.ts'
import { outboxChannel, type RemoteOutcome } from '#app/offline/outbox/outbox-channel.ts'
import { createOutbox } from '#app/offline/outbox/outbox.ts'
import { openOutboxDatabase, OUTBOX_PREFIX, outboxName } from '#app/offline/outbox/outbox-store.ts'
import { createDeliver } from '#app/offline/outbox/deliver-write.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { withOutboxLock } from '#app/offline/outbox/with-lock.ts'
import { lastDoneOf } from '#app/offline/outbox/last-done.ts'
import { readWorkerSession, type WorkerSession } from '#app/offline/outbox/worker-store.ts'
import { followOutbox } from './follow-outbox.ts'

declare const self: ServiceWorkerGlobalScope

const ignore = () => undefined

export function wireOf({ token }: WorkerSession, onSignedOut: () => void): Wire {
  return { base: '', token, onToken: ignore, onSignedOut, onAnswer: ignore, onSilence: ignore, onSlow: ignore }
}

const isSeen = async () =>
  (await self.clients.matchAll({ type: 'window' })).some(({ visibilityState }) => visibilityState === 'visible')

async function notify(title: string, body: string, tag: string, url: string): Promise<void> {
  // An open page shows it itself.
  if (await isSeen()) return
  // Not allowed: the list at /outbox shows it.
  await self.registration
    .showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { url } })
    .catch(ignore)
}

async function countUnsent(): Promise<number> {
  const all = await indexedDB.databases()
  const names = all.flatMap(({ name }) => (name?.startsWith(OUTBOX_PREFIX) ? [name] : []))
  const rows = await Promise.all(names.map((name) => openOutboxDatabase(name).all()))
  return rows.flat().filter(({ state }) => state === 'waiting').length
}

async function notifyEnded(count: number): Promise<void> {
  if (count > 0)
    await notify(
      `有 ${count} 项未提交`,
      '登录已失效或已退出。内容已保存在本机，登录后自动提交。',
      'unsent-ended',
      '/outbox',
    )
}

const isFree = (write: UnsentWrite, all: readonly UnsentWrite[]) =>
  write.state === 'waiting' && !all.some(({ state, thing }) => state === 'refused' && thing === write.thing)

/** As a tab, under its lock. @throws if writes are left: the browser repeats the event */
export async function sendUnsent(): Promise<void> {
  const session = await readWorkerSession()
  if (!session) return notifyEnded(await countUnsent())
  const name = outboxName(session.uid)
  // Creating it would hide its loss from the app.
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return
  const store = openOutboxDatabase(name)
  const refused = new Set<string>()
  let clock: string | undefined
  let isEnded = false
  let current: WorkerSession | undefined = session
  const outbox = createOutbox({
    store,
    deliver: createDeliver({
      async uid() {
        // Signed out or in by a tab meanwhile.
        current = await readWorkerSession()
        return current?.uid
      },
      reach: () => (self.navigator.onLine ? 'online' : 'offline'),
      isRepeatable: true,
      async send(endpoint, input, headers) {
        if (!current) throw new Error('signed out')
        return callWithMessage(
          wireOf(current, () => void (isEnded = true)),
          endpoint,
          input,
          { headers },
        )
      },
    }),
    now: Date.now,
    random: Math.random,
    newKey: () => '',
    lastDone: lastDoneOf(name),
    withLock: (work) => withOutboxLock(name, work),
    // While this event lasts.
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    changed(key, outcome) {
      if (key && outcome?.state === 'refused') refused.add(key)
      clock = (outcome && clockWords(outcome)) ?? clock
      const change: RemoteOutcome = { name, ...(key && outcome ? { key, outcome } : {}) }
      outboxChannel?.postMessage(change)
    },
  })
  const unfollow = followOutbox((message) => {
    if (message.name === name && !message.key) outbox.sendDuringUpload()
  })
  try {
    await outbox.flush(true)
  } finally {
    unfollow()
    outbox.close()
  }
  const left = await store.all()
  for (const { key, seq, label, reason = '' } of left.filter((write) => refused.has(write.key)))
    await notify(`未被接受：${label}`, reason, `unsent-${key}`, `/outbox#unsent-${seq}`)
  if (clock) await notify(clock, '签到已提交', 'clock', '/')
  const waiting = left.filter((write) => isFree(write, left))
  if (isEnded || current?.uid !== session.uid) await notifyEnded(waiting.length)
  else if (waiting.length > 0) throw new DOMException(`${waiting.length} writes are left`, 'AbortError')
}
