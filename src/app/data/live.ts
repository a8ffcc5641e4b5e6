import type { QueryClient } from '@tanstack/react-query'
import { ACCOUNT_PUSH } from '#app/lib/bound-device.ts'
import { readStored } from '#app/lib/storage.ts'
import { currentSession, followSession, owesInformation, owesPassword } from '#app/session/session.ts'
import { createChanges } from './apply-changes.ts'
import { createLiveReader, type LiveMessage, type LivePart } from './live-reader.ts'
import { isLiveHeld, isWatched, type LiveState, liveState, releaseLive } from './live-state.ts'
import { SILENT_MS } from './read-stream.ts'

const HIDDEN_MS = 60_000
/** The reading tab answers a greeting at once, unless it is frozen. */
const GREETED_MS = 8_000

/** A new tab requests the state. */
const HELLO = 'hello'

const NOTHING: LivePart = { changes: [], figures: [] }

/** The tab with the lock reads for all. */
export function startLive(client: QueryClient, account: string): () => void {
  releaseLive()
  if (readStored(ACCOUNT_PUSH))
    void import('./renew-push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  const stopped = new AbortController()
  const changes = createChanges(client, () => !stopped.signal.aborted && !isLiveHeld())
  const name = `live:${account}`
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  let cursor = ''
  let wanted: AbortController | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isLeader = false
  const reader = createLiveReader({
    cursor: () => cursor,
    publish,
    onUnsupported() {
      clearTimeout(silence)
      liveState.write({ mode: 'off', since: Date.now() })
    },
    onSignedOut: () => stopped.abort(),
  })

  function note(mode: LiveState['mode']): void {
    if (liveState.read().mode !== mode) liveState.write({ mode, since: Date.now() })
  }

  function take({ state, part = NOTHING, missed, cursor: next }: LiveMessage): void {
    if (next !== '') cursor = next
    expectWord(SILENT_MS)
    note(state)
    if (missed === 'all') return changes.reset()
    if (missed) changes.begin()
    changes.apply(part)
  }

  function expectWord(ms: number): void {
    clearTimeout(silence)
    silence = setTimeout(onSilence, ms)
  }

  /** The reading tab may be frozen. */
  function onSilence(): void {
    if (!wanted || isLeader) return
    note('cut')
    lead(wanted, true)
  }

  function publish(message: LiveMessage): void {
    take(message)
    channel?.postMessage(message)
  }

  function begin(): void {
    clearTimeout(hidden)
    reader.wake()
    if (wanted || stopped.signal.aborted || owesPassword(currentSession()) || owesInformation(currentSession())) return
    wanted = new AbortController()
    lead(wanted, false)
    expectWord(GREETED_MS)
    channel?.postMessage(HELLO)
  }

  function lead(own: AbortController, steal: boolean): void {
    const { signal } = own
    const hold = async () => {
      isLeader = true
      await reader.read(signal).finally(() => (isLeader = false))
    }
    const held = navigator.locks ? navigator.locks.request(name, steal ? { steal } : { signal }, hold) : hold()
    void held.catch(() => {
      // Another tab took over while this one was frozen.
      if (signal.aborted) return
      own.abort()
      if (wanted !== own) return
      wanted = undefined
      if (document.visibilityState === 'visible') begin()
    })
  }

  function pause(): void {
    clearTimeout(silence)
    wanted?.abort()
    wanted = undefined
    liveState.write({ mode: 'off', since: 0 })
  }

  function onVisibility(): void {
    if (document.visibilityState === 'visible') begin()
    else hidden = setTimeout(() => !isWatched() && pause(), HIDDEN_MS)
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage | typeof HELLO>) => {
    // As at the first frame of a stream of its own.
    if (data !== HELLO) take(cursor === '' ? { missed: 'alarms', ...data } : data)
    else if (isLeader) channel.postMessage({ state: liveState.read().mode, cursor } satisfies LiveMessage)
  })
  document.addEventListener('visibilitychange', onVisibility)
  const beginIfVisible = () => document.visibilityState === 'visible' && begin()
  // A password change or the unit's information may be no longer due.
  const unfollow = followSession(beginIfVisible)
  window.addEventListener('online', beginIfVisible)
  beginIfVisible()

  return () => {
    stopped.abort()
    unfollow()
    window.removeEventListener('online', beginIfVisible)
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hidden)
    pause()
    channel?.close()
    changes.stop()
  }
}
