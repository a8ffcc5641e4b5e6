import { type Change, cursorOf, type Position, readAfter } from '../platform/change-feed.ts'
import type { Deps } from '../platform/deps.ts'
import { liveSessions } from '../platform/session.ts'
import { boundBuildings } from '../registry/building.scope.ts'
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
import { frame, type OpenStreams, type Stream, type StreamTimes } from './open-streams.ts'

const changesScope = (stream: Stream) => (change: Change) =>
  change.kind === 'scope' && changesScopeOf(stream.session, change.unitId, change.data?.providerId)

export function createStreamDelivery(deps: Deps, { all, send, end }: OpenStreams, every: StreamTimes) {
  const { db } = deps
  let sessionsAt = 0
  let loads: Promise<unknown> = Promise.resolve()

  /** In order: the latest is the newest. */
  function loadBound(stream: Stream): Promise<void> {
    const before = loads
    const load = (async () => {
      await before
      stream.bound = await boundBuildings(db, stream.session)
      stream.boundAt = performance.now()
    })()
    loads = load.catch(() => undefined)
    return load
  }

  function deliverTo(stream: Stream, changes: readonly Change[], rows: AlarmRows, at: Position): void {
    let text = ''
    for (const change of changes) {
      if (!concerns(stream.session, change, stream.bound)) continue
      if (isFigure(stream.session, change)) addFigure(stream.figures, change)
      else text += frame('change', presentChange(change, rows))
    }
    if (text !== '') send(stream, text, at)
  }

  function reset(stream: Stream, at: Position): void {
    stream.figures = new Map()
    send(stream, frame('reset', {}), at)
  }

  return {
    async deliver(changes: readonly Change[] | null, at: Position): Promise<void> {
      if (changes === null) {
        for (const stream of all) reset(stream, at)
      } else if (changes.length > 0) {
        for (const stream of all) if (stream.bound && changes.some(changesScope(stream))) await loadBound(stream)
        const rows = await alarmRowsOf(db, changes)
        for (const stream of all) if (stream.isLive) deliverTo(stream, changes, rows, at)
      }
    },

    async catchUp(stream: Stream, from: Position, after: string): Promise<void> {
      await loadBound(stream)
      stream.isLive = true
      const { changes, ...at } = await readAfter(db, after === '' ? cursorOf(from) : after)
      const rows = await alarmRowsOf(db, changes ?? [])
      stream.isBehind = false
      if (changes === null) reset(stream, at)
      else {
        send(stream, '', after === '' ? at : undefined)
        deliverTo(stream, changes, rows, at)
        send(stream, '', at)
      }
    },

    async maintain(at: Position): Promise<void> {
      const time = performance.now()
      if (time - sessionsAt > every.session) {
        sessionsAt = time
        const alive = await liveSessions(db, [...new Set([...all].map(({ session }) => session.tokenHash))], deps.now())
        for (const stream of all) if (!alive.has(stream.session.tokenHash)) end(stream, frame('end', { code: 401 }))
      }
      for (const stream of all) {
        if (stream.bound && time - stream.boundAt > every.scope) await loadBound(stream)
        if (stream.figures.size > 0 && time - stream.figuresAt > every.figures) {
          stream.figuresAt = time
          const figures = presentFigures(stream.figures)
          stream.figures = new Map()
          send(stream, figures.map((one) => frame('figures', one)).join(''), at)
        }
        if (time - stream.sentAt > every.heartbeat) send(stream, '', at)
        if (time > stream.endsAt) end(stream, frame('bye', { waitMs: Math.round(deps.random() * every.look) }))
      }
    },
  }
}
