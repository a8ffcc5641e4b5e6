import type { QueryClient } from '@tanstack/react-query'
import { live, type LiveAnswer, type LiveChange, type LiveFigures, STREAM_PATH } from '#contract/live.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { currentSession, followSession, owesInformation, owesPassword } from '#app/session/session.ts'
import { createChanges } from './apply-changes.ts'
import { isLiveHeld, isWatched, type LiveState, liveState, releaseLive } from './live-state.ts'

const HIDDEN_MS = 60_000
/** The server sends every 20 s. */
const SILENT_MS = 45_000
/** The reading tab answers a greeting at once, unless it is frozen. */
const GREETED_MS = 8_000
const POLL_MS = 15_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

type Part = Pick<LiveAnswer, 'changes' | 'figures'>
type Message = {
  readonly state: LiveState['mode']
  readonly part?: Part
  readonly missed?: 'alarms' | 'all'
  readonly cursor: string
}

class Unsupported extends Error {}

/** A new tab requests the state. */
const HELLO = 'hello'

const missedBy = (isReset: boolean, isFirst: boolean): Pick<Message, 'missed'> =>
  isReset ? { missed: 'all' } : isFirst ? { missed: 'alarms' } : {}

const NOTHING: Part = { changes: [], figures: [] }

/** The tab with the lock reads for all. */
export function startLive(client: QueryClient, account: string): () => void {
  releaseLive()
  const stopped = new AbortController()
  const changes = createChanges(client, () => !stopped.signal.aborted && !isLiveHeld())
  const name = `live:${account}`
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  let cursor = ''
  let wanted: AbortController | undefined
  let wake: (() => void) | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isLeader = false

  function note(mode: LiveState['mode']): void {
    if (liveState.read().mode !== mode) liveState.write({ mode, since: Date.now() })
  }

  function take({ state, part = NOTHING, missed, cursor: next }: Message): void {
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

  function tell(message: Message): void {
    take(message)
    channel?.postMessage(message)
  }

  /** @returns ms to wait */
  async function follow(signal: AbortSignal): Promise<number> {
    const own = new AbortController()
    const end = () => own.abort()
    signal.addEventListener('abort', end)
    window.addEventListener('offline', end)
    let watchdog = setTimeout(end, SILENT_MS)
    try {
      const query = cursor === '' ? '' : `?after=${encodeURIComponent(cursor)}`
      const headers = { 'x-auth-token': currentSession()?.token ?? '', accept: 'text/event-stream' }
      const response = await fetch(addressOf(STREAM_PATH + query), { headers, signal: own.signal, cache: 'no-store' })
      if (response.status === 404) throw new Unsupported()
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
        throw new Error('no stream')
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      let rest = ''
      let isFirst = cursor === ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return 0
        clearTimeout(watchdog)
        watchdog = setTimeout(end, SILENT_MS)
        const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n')
        rest = frames.pop() ?? ''
        for (const text of frames) {
          const { event, id, data } = parse(text)
          if (event === 'bye') return (data as { waitMs: number }).waitMs
          // The next call learns why.
          if (event === 'end') throw new Error('the session ended')
          const part = {
            changes: event === 'change' ? [data as LiveChange] : [],
            figures: event === 'figures' ? [data as LiveFigures] : [],
          }
          // Data may be older than the first frame.
          tell({ state: 'live', part, ...missedBy(event === 'reset', isFirst), cursor: id })
          isFirst = false
        }
      }
    } finally {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', end)
      window.removeEventListener('offline', end)
      own.abort()
    }
  }

  async function poll(): Promise<void> {
    const { cursor: next, reset, ...part } = await send(live.changes, { after: cursor })
    tell({ state: 'polling', part, ...missedBy(reset, cursor === ''), cursor: next })
  }

  function rest(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      signal.addEventListener('abort', wake)
    })
  }

  /** By the stream, while it fails by polling. */
  async function read(signal: AbortSignal): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    while (!signal.aborted) {
      let nextMs: number
      try {
        nextMs = await follow(signal)
        waitMs = FIRST_WAIT_MS
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof Unsupported) {
          clearTimeout(silence)
          return note('off')
        }
        const isPolled = await poll().then(
          () => true,
          (failure: unknown) => {
            if (failure instanceof CallError && failure.code === 401) stopped.abort()
            return false
          },
        )
        if (!isPolled) tell({ state: 'cut', cursor: '' })
        nextMs = isPolled ? POLL_MS : waitMs * (0.5 + Math.random() / 2)
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
      }
      await rest(nextMs, signal)
    }
  }

  function begin(): void {
    clearTimeout(hidden)
    wake?.()
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
      await read(signal).finally(() => (isLeader = false))
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

  channel?.addEventListener('message', ({ data }: MessageEvent<Message | typeof HELLO>) => {
    // As at the first frame of a stream of its own.
    if (data !== HELLO) take(cursor === '' ? { missed: 'alarms', ...data } : data)
    else if (isLeader) channel.postMessage({ state: liveState.read().mode, cursor } satisfies Message)
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

function parse(text: string): { readonly event: string; readonly id: string; readonly data: unknown } {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ')
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const data = fields.get('data')
  return { event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: data ? JSON.parse(data) : null }
}
