import { live, type LiveAnswer, type LiveChange, type LiveFigures } from '#contract/live.ts'
import { CallError } from '#app/lib/call.ts'
import { send } from '#app/session/send.ts'
import type { LiveState } from './live-state.ts'
import { readStream, Unsupported } from './read-stream.ts'

const POLL_MS = 15_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

export type LivePart = Pick<LiveAnswer, 'changes' | 'figures'>
export type LiveMessage = {
  readonly state: LiveState['mode']
  readonly part?: LivePart
  readonly missed?: 'alarms' | 'all'
  readonly cursor: string
}

const missedBy = (isReset: boolean, isFirst: boolean): Pick<LiveMessage, 'missed'> =>
  isReset ? { missed: 'all' } : isFirst ? { missed: 'alarms' } : {}

interface Tabs {
  cursor(): string
  publish(message: LiveMessage): void
  onUnsupported(): void
  onSignedOut(): void
}

export function createLiveReader({ cursor, publish, onUnsupported, onSignedOut }: Tabs) {
  let wake: (() => void) | undefined

  function follow(signal: AbortSignal): Promise<number> {
    let isFirst: boolean | undefined
    return readStream(cursor(), signal, ({ event, id, data }) => {
      const part = {
        changes: event === 'change' ? [data as LiveChange] : [],
        figures: event === 'figures' ? [data as LiveFigures] : [],
      }
      isFirst ??= cursor() === ''
      // Data may be older than the first frame.
      publish({ state: 'live', part, ...missedBy(event === 'reset', isFirst), cursor: id })
      isFirst = false
    })
  }

  async function poll(): Promise<void> {
    const { cursor: next, reset, ...part } = await send(live.changes, { after: cursor() })
    publish({ state: 'polling', part, ...missedBy(reset, cursor() === ''), cursor: next })
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

  return {
    wake: () => wake?.(),
    /** By the stream, while it fails by polling. */
    async read(signal: AbortSignal): Promise<void> {
      let waitMs = FIRST_WAIT_MS
      while (!signal.aborted) {
        let nextMs: number
        try {
          nextMs = await follow(signal)
          waitMs = FIRST_WAIT_MS
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof Unsupported) return onUnsupported()
          const isPolled = await poll().then(
            () => true,
            (failure: unknown) => {
              if (failure instanceof CallError && failure.code === 401) onSignedOut()
              return false
            },
          )
          if (!isPolled) publish({ state: 'cut', cursor: '' })
          nextMs = isPolled ? POLL_MS : waitMs * (0.5 + Math.random() / 2)
          waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
        }
        await rest(nextMs, signal)
      }
    },
  }
}
