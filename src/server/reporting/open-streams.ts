import type { Deps, Metrics } from '../platform/deps.ts'
import { cursorOf, type Position } from '../platform/change-feed.ts'
import type { Session } from '../platform/session.ts'

/** ms. */
export interface StreamTimes {
  readonly look: number
  /** Wait after this process recorded a change, for its commit. */
  readonly soon: number
  readonly heartbeat: number
  readonly figures: number
  readonly session: number
  readonly scope: number
  readonly life: number
}

/** They do not all reconnect at once. */
const LIFE_SPREAD = 0.2
/** Its client resumes by cursor. */
const MOST_UNSENT = 64 * 1024

export interface Stream {
  readonly session: Session
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly endsAt: number
  bound: ReadonlySet<number> | undefined
  boundAt: number
  /** Before it, only its scope is kept. */
  isLive: boolean
  /** While older changes are read, no cursor is sent. */
  isBehind: boolean
  sentAt: number
  figures: Map<string, Set<number> | null>
  figuresAt: number
}

const encoder = new TextEncoder()
export const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export type OpenStreams = ReturnType<typeof createOpenStreams>

export function createOpenStreams(deps: Deps, metrics: Metrics, every: StreamTimes, onEmpty: () => void) {
  const streams = new Set<Stream>()
  const now = () => performance.now()

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return
    metrics.streams(-1)
    if (streams.size === 0) onEmpty()
  }

  function cut(stream: Stream): void {
    remove(stream)
    try {
      stream.controller.error(new Error('the stream was cut'))
    } catch {}
  }

  function send(stream: Stream, text: string, at: Position | undefined): void {
    if (!streams.has(stream)) return
    if ((stream.controller.desiredSize ?? 0) <= 0) return cut(stream)
    const id = at && !stream.isBehind && stream.figures.size === 0 ? `id: ${cursorOf(at)}\n` : ''
    stream.sentAt = now()
    stream.controller.enqueue(encoder.encode(text === '' ? `:\n${id}\n` : `${id}${text}`))
  }

  function end(stream: Stream, last: string): void {
    send(stream, last, undefined)
    if (!streams.has(stream)) return
    remove(stream)
    stream.controller.close()
  }

  function open(session: Session, signal: AbortSignal, begin: (stream: Stream) => Promise<void>) {
    let own: Stream | undefined
    const gone = () => own && remove(own)
    signal.addEventListener('abort', gone)
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const time = now()
          own = {
            session,
            controller,
            endsAt: time + every.life * (1 + LIFE_SPREAD * (2 * deps.random() - 1)),
            bound: undefined,
            boundAt: time,
            isLive: false,
            isBehind: true,
            sentAt: time,
            figures: new Map(),
            figuresAt: time - every.figures,
          }
          streams.add(own)
          metrics.streams(1)
          void begin(own)
        },
        cancel: gone,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNSENT }),
    )
  }

  return { all: streams as ReadonlySet<Stream>, open, send, end, cut }
}
