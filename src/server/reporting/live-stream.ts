import type { Context as HttpContext } from 'hono'
import { AppError } from '../platform/app-error.ts'
import { type Position, readPosition, readSince } from '../platform/change-feed.ts'
import type { Deps } from '../platform/deps.ts'
import { requireAccess } from '../platform/http/authenticate.ts'
import { answer, answerHeaders } from '../platform/http/answer.ts'
import { loggable } from '../platform/loggable.ts'
import { onChangeRecorded } from '../platform/record-change.ts'
import { findSession } from '../platform/session.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { live } from '#contract/live.ts'
import { createOpenStreams, frame, type Stream, type StreamTimes } from './open-streams.ts'
import { createStreamDelivery } from './stream-delivery.ts'

const TIMES: StreamTimes = {
  look: 500,
  soon: 50,
  heartbeat: 20_000,
  figures: 10_000,
  session: 15_000,
  scope: 60_000,
  life: 600_000,
}
const LONGEST_BYE_MS = 10_000
/** Of one account. */
const SHARE_OF_STREAMS = 0.05
const FULL = '实时连接数已满，请稍后再试'

export function createLiveStream(deps: Deps, times: Partial<StreamTimes> = {}) {
  const { db, log } = deps
  const { metrics, streamsAtOnce, isDraining } = deps.operations ?? NOOP_OPERATIONS
  const every = { ...TIMES, ...times }
  const streams = createOpenStreams(deps, metrics, every, stop)
  const { all, end } = streams
  const { deliver, catchUp, maintain } = createStreamDelivery(deps, streams, every)
  let position: Position | undefined
  let opening: Promise<Position> | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let release: (() => void) | undefined

  function stop(): void {
    clearTimeout(timer)
    release?.()
    position = release = timer = undefined
  }

  async function look(): Promise<void> {
    const before = position ?? (await readPosition(db))
    const { changes, ...at } = await readSince(db, before)
    metrics.feedRead('done')
    const known = at.epoch === before.epoch ? changes : null
    await deliver(known, at)
    for (const { age } of known ?? []) metrics.changeSent(age)
    if (all.size === 0) return
    position = at
    await maintain(at)
  }

  /** A 503 would be logged in the client's console. */
  const bye = () => frame('bye', { waitMs: Math.round(deps.random() * LONGEST_BYE_MS) })

  async function turn(): Promise<void> {
    timer = undefined
    isLooking = true
    try {
      if (isDraining()) for (const stream of all) end(stream, bye())
      else await look()
    } catch (error) {
      metrics.feedRead('failed')
      log.error({ err: loggable(error) }, 'the change feed was not read')
    }
    isLooking = false
    if (all.size > 0 && timer === undefined) schedule(every.look)
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
      if (all.size > 0 && !isLooking) schedule(0)
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
      await catchUp(stream, await start(), after)
    } catch (error) {
      log.error({ err: loggable(error) }, 'a stream could not begin')
      streams.cut(stream)
    }
  }

  return async function serve(c: HttpContext): Promise<Response> {
    const headers = answerHeaders(c.req)
    try {
      const token = c.req.header('x-auth-token')
      const session = token ? await findSession(db, token, deps.now()) : null
      if (!session) throw new AppError(401)
      requireAccess(live.changes, session)
      const own = [...all].filter((stream) => stream.session.accountId === session.accountId)
      if (all.size >= streamsAtOnce || own.length >= Math.max(1, streamsAtOnce * SHARE_OF_STREAMS)) {
        metrics.refused()
        headers['retry-after'] = String(1 + Math.round((deps.random() * LONGEST_BYE_MS) / 1000))
        return await answer(c.req, headers, { code: 503, text: FULL, data: null }, 503)
      }
      headers['content-type'] = 'text/event-stream'
      headers['x-accel-buffering'] = 'no'
      if (isDraining()) return new Response(bye(), { headers })
      const after = c.req.query('after') ?? ''
      const opened = streams.open(session, c.req.raw.signal, (stream) => begin(stream, after))
      return new Response(opened, { headers })
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
