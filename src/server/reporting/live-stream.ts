import type { Context as HttpContext } from 'hono'
import { AppError } from '../platform/app-error.ts'
import { type Change, cursorOf, type Position, readAfter, readPosition, readSince } from '../platform/change-feed.ts'
import type { Deps } from '../platform/deps.ts'
import { requireAccess } from '../platform/http/authenticate.ts'
import { answer, answerHeaders } from '../platform/http/answer.ts'
import { loggable } from '../platform/loggable.ts'
import { onChangeRecorded } from '../platform/record-change.ts'
import { findSession, liveSessions, type Session } from '../platform/session.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { boundBuildings } from '../registry/building.scope.ts'
import { live } from '#contract/live.ts'
import {
  addFigure,
  type AlarmRows,
  alarmRowsOf,
  changesScopeOf,
  concerns,
  isFigure,
  presentChange,
  presentFigures,
} from './live-scope.ts'

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

const TIMES: StreamTimes = {
  look: 500,
  soon: 50,
  heartbeat: 20_000,
  figures: 10_000,
  session: 15_000,
  scope: 60_000,
  life: 600_000,
}
/** They do not all reconnect at once. */
const LIFE_SPREAD = 0.2
const LONGEST_BYE_MS = 10_000
/** Its client resumes by cursor. */
const MOST_UNSENT = 64 * 1024
/** Of one account. */
const SHARE_OF_STREAMS = 0.05
const FULL = '实时连接数已满，请稍后再试'

interface Stream {
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
const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export function createLiveStream(deps: Deps, times: Partial<StreamTimes> = {}) {
  const { db, log } = deps
  const { metrics, streamsAtOnce, isDraining } = deps.operations ?? NOOP_OPERATIONS
  const every = { ...TIMES, ...times }
  const streams = new Set<Stream>()
  let position: Position | undefined
  let opening: Promise<Position> | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let sessionsAt = 0
  let release: (() => void) | undefined
  let loads: Promise<unknown> = Promise.resolve()
  const now = () => performance.now()

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return
    metrics.streams(-1)
    if (streams.size > 0) return
    clearTimeout(timer)
    release?.()
    position = release = timer = undefined
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
    const id = at && !stream.isBehind ? `id: ${cursorOf(at)}\n` : ''
    stream.sentAt = now()
    stream.controller.enqueue(encoder.encode(id === '' ? text : text === '' ? `:\n${id}\n` : `${id}${text}`))
  }

  function end(stream: Stream, last: string): void {
    send(stream, last, undefined)
    if (!streams.has(stream)) return
    remove(stream)
    stream.controller.close()
  }

  /** In order: the latest is the newest. */
  function loadBound(stream: Stream): Promise<void> {
    const before = loads
    const load = (async () => {
      await before
      stream.bound = await boundBuildings(db, stream.session)
      stream.boundAt = now()
    })()
    loads = load.catch(() => undefined)
    return load
  }

  function deliver(stream: Stream, changes: readonly Change[], rows: AlarmRows, at: Position): void {
    let text = ''
    for (const change of changes) {
      if (!concerns(stream.session, change, stream.bound)) continue
      if (isFigure(stream.session, change)) addFigure(stream.figures, change)
      else text += frame('change', presentChange(change, rows))
    }
    if (text !== '') send(stream, text, at)
  }

  const changesScope = (stream: Stream) => (change: Change) =>
    change.kind === 'scope' && changesScopeOf(stream.session, change.unitId, change.data?.providerId)

  async function look(): Promise<void> {
    const before = position ?? (await readPosition(db))
    const { changes, ...at } = await readSince(db, before)
    metrics.feedRead('done')
    if (changes === null || at.epoch !== before.epoch) {
      for (const stream of streams) send(stream, frame('reset', {}), at)
    } else if (changes.length > 0) {
      for (const stream of streams) if (stream.bound && changes.some(changesScope(stream))) await loadBound(stream)
      const rows = await alarmRowsOf(db, changes)
      for (const stream of streams) if (stream.isLive) deliver(stream, changes, rows, at)
      for (const { age } of changes) metrics.changeSent(age)
    }
    if (streams.size === 0) return
    position = at
    await maintain(at)
  }

  async function maintain(at: Position): Promise<void> {
    const time = now()
    if (time - sessionsAt > every.session) {
      sessionsAt = time
      const alive = await liveSessions(
        db,
        [...new Set([...streams].map(({ session }) => session.tokenHash))],
        deps.now(),
      )
      for (const stream of streams) if (!alive.has(stream.session.tokenHash)) end(stream, frame('end', { code: 401 }))
    }
    for (const stream of streams) {
      if (stream.bound && time - stream.boundAt > every.scope) await loadBound(stream)
      if (stream.figures.size > 0 && time - stream.figuresAt > every.figures) {
        stream.figuresAt = time
        send(
          stream,
          presentFigures(stream.figures)
            .map((one) => frame('figures', one))
            .join(''),
          at,
        )
        stream.figures = new Map()
      }
      if (time - stream.sentAt > every.heartbeat) send(stream, '', at)
      if (time > stream.endsAt) end(stream, frame('bye', { waitMs: Math.round(deps.random() * every.look) }))
    }
  }

  /** A 503 would be logged in the client's console. */
  const bye = () => frame('bye', { waitMs: Math.round(deps.random() * LONGEST_BYE_MS) })

  async function turn(): Promise<void> {
    timer = undefined
    isLooking = true
    try {
      if (isDraining()) for (const stream of streams) end(stream, bye())
      else await look()
    } catch (error) {
      metrics.feedRead('failed')
      log.error({ err: loggable(error) }, 'the change feed was not read')
    }
    isLooking = false
    if (streams.size > 0 && timer === undefined) schedule(every.look)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void turn(), ms)
    timer.unref()
  }

  let soon = false
  function lookSoon(): void {
    if (soon) return
    soon = true
    setTimeout(() => {
      soon = false
      if (streams.size > 0 && !isLooking) schedule(0)
    }, every.soon).unref()
  }

  async function start(): Promise<Position> {
    opening ??= readPosition(db).finally(() => (opening = undefined))
    const at = await opening
    position ??= at
    release ??= onChangeRecorded(lookSoon)
    if (timer === undefined && !isLooking) schedule(every.look)
    return position
  }

  async function begin(stream: Stream, after: string): Promise<void> {
    try {
      const from = await start()
      await loadBound(stream)
      stream.isLive = true
      const { changes, ...at } = await readAfter(db, after === '' ? cursorOf(from) : after)
      const rows = await alarmRowsOf(db, changes ?? [])
      stream.isBehind = false
      if (changes === null) send(stream, frame('reset', {}), at)
      else {
        send(stream, '', after === '' ? at : undefined)
        deliver(stream, changes, rows, at)
        send(stream, '', at)
      }
    } catch (error) {
      log.error({ err: loggable(error) }, 'a stream could not begin')
      cut(stream)
    }
  }

  function open(session: Session, after: string, signal: AbortSignal): ReadableStream<Uint8Array> {
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
          void begin(own, after)
        },
        cancel: gone,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNSENT }),
    )
  }

  return async function serve(c: HttpContext): Promise<Response> {
    const headers = answerHeaders(c.req)
    try {
      const token = c.req.header('x-auth-token')
      const session = token ? await findSession(db, token, deps.now()) : null
      if (!session) throw new AppError(401)
      requireAccess(live.changes, session)
      const own = [...streams].filter((stream) => stream.session.accountId === session.accountId)
      if (streams.size >= streamsAtOnce || own.length >= Math.max(1, streamsAtOnce * SHARE_OF_STREAMS)) {
        metrics.refused()
        headers['retry-after'] = String(1 + Math.round((deps.random() * LONGEST_BYE_MS) / 1000))
        return await answer(c.req, headers, { code: 503, text: FULL, data: null }, 503)
      }
      headers['content-type'] = 'text/event-stream'
      headers['x-accel-buffering'] = 'no'
      if (isDraining()) return new Response(bye(), { headers })
      return new Response(open(session, c.req.query('after') ?? '', c.req.raw.signal), { headers })
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError(500)
      if (refusal !== error) log.error({ err: loggable(error) }, 'a stream could not be opened')
      return answer(c.req, headers, {
        code: refusal.code,
        text: refusal.message,
        data: null,
      })
    }
  }
}
