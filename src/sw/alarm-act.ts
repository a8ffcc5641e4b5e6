import { alarm } from '#contract/alarm.ts'
import { toWireTime } from '#contract/time.ts'
import { saveWithRoom } from '#app/offline/make-room.ts'
import { alarmKey } from '#app/offline/outbox/alarm-key.ts'
import { outboxChannel, type RemoteOutcome, SYNC_TAG } from '#app/offline/outbox/outbox-channel.ts'
import { openOutboxDatabase, outboxName } from '#app/offline/outbox/outbox-store.ts'
import { callOf } from '#app/offline/outbox/unsent-call.ts'
import { WRITE_SCHEMA } from '#app/offline/outbox/unsent-write.ts'
import { lastDoneOf } from '#app/offline/outbox/last-done.ts'
import { nameOnWatch } from '#app/offline/outbox/on-watch.ts'
import { readWorkerSession, readWorkerWatchman } from '#app/offline/outbox/worker-store.ts'
import { followOutbox } from './follow-outbox.ts'
import { sendUnsent } from './send-unsent.ts'

declare const self: ServiceWorkerGlobalScope

export interface AlarmAct {
  readonly uid: string
  readonly alarm: string
  readonly delivery: string
  readonly act: 'ack' | 'false'
  readonly place: string
}

export type ActResult = 'sent' | 'kept' | 'refused' | 'ended'

const MOST_FOLLOWED = 20

async function queue({ uid, alarm: id, delivery, act, place }: AlarmAct): Promise<string> {
  const name = outboxName(uid)
  const store = openOutboxDatabase(name)
  const key = `alarm-push-${id}-${delivery}-${act}`
  const thing = alarmKey(id)
  const last = await lastDoneOf(name)
    .read(thing)
    .catch(() => undefined)
  const earlier = (await store.all()).filter((write) => write.thing === thing)
  if (last === key || earlier.some((write) => write.key === key)) return key
  const watchman = nameOnWatch(await readWorkerWatchman(), uid)
  const by = { tappedTime: toWireTime(new Date()), ...(watchman !== '' && { watchman }) }
  const write = {
    key,
    schema: WRITE_SCHEMA,
    uid,
    call: callOf(act === 'ack' ? alarm.ack : alarm.verdict),
    input: act === 'ack' ? { id, note: '', ...by } : { id, verdict: 1, note: '', ...by },
    files: [],
    thing,
    label: act === 'ack' ? '响应火警' : '火警确认为误报',
    place,
    page: `/alarms?id=${id}`,
    follows: [...(last ? [last] : []), ...earlier.map((write) => write.key)].slice(-MOST_FOLLOWED),
    tappedAt: Date.now(),
    attempts: 0,
    nextAt: 0,
    state: 'waiting',
  } as const
  await saveWithRoom(uid, undefined, () => store.add(write))
  // A refused write would block it.
  for (const { seq, state } of earlier) if (state === 'refused') await store.remove(seq)
  const change: RemoteOutcome = { name }
  outboxChannel?.postMessage(change)
  return key
}

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

let before: Promise<unknown> = Promise.resolve()

async function run(act: AlarmAct): Promise<ActResult> {
  if ((await readWorkerSession())?.uid !== act.uid) return 'ended'
  const key = await queue(act)
  let unfollow = () => {}
  const answered = new Promise<void>((resolve) => {
    unfollow = followOutbox((message) => {
      if (message.key === key) resolve()
    })
  })
  const { sync } = self.registration as SyncRegistration
  await sync?.register(SYNC_TAG).catch(() => undefined)
  await Promise.race([sendUnsent().catch(() => undefined), answered])
  unfollow()
  const left = (await openOutboxDatabase(outboxName(act.uid)).all()).find((write) => write.key === key)
  if (!left) return 'sent'
  return left.state === 'refused' ? 'refused' : 'kept'
}

export function actOnAlarm(act: AlarmAct): Promise<ActResult> {
  const done = before.then(() => run(act))
  before = done.catch(() => undefined)
  return done
}
