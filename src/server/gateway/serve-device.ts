import type { Duplex } from 'node:stream'
import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { answerFrame } from './answer-frame.ts'
import { createDeframer, type Found } from './deframer.ts'

/** How long, and how many, the gateway bears with. */
export interface Patience {
  /** A pause after which an unfinished frame is given up; a device waits ten seconds for its answer at most. */
  readonly pauseMs: number
  /** Whoever has not sent one whole frame by then is no device: a device speaks as soon as it is connected. */
  readonly firstFrameMs: number
  /** A device that sends no whole frame for so long has gone: it speaks every few minutes. */
  readonly silentMs: number
  readonly connections: number
  /** Of those, from one IP address. */
  readonly connectionsPerAddress: number
}

export const PATIENCE: Patience = {
  pauseMs: 5_000,
  firstFrameMs: 60_000,
  silentMs: 15 * 60_000,
  connections: 2_000,
  connectionsPerAddress: 100,
}

export type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'operation'>

/** Resolves once what was written has gone out, or the connection is closed. */
const drained = (socket: Duplex) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })

/** Answers what a device sends, until it goes or is given up. */
export function serveDevice(deps: Needs, socket: Duplex, patience: Patience): void {
  const deframer = createDeframer()
  const metrics = deps.operation?.metrics
  metrics?.deviceConnections(1)
  let turn = Promise.resolve()
  let pause: NodeJS.Timeout | undefined
  const bearWith = (ms: number) => setTimeout(() => socket.destroy(), ms).unref()
  let end = bearWith(patience.firstFrameMs)
  /** A pause counts from when we listen: the rest of a frame waits while another is being taken. */
  const listen = () => {
    clearTimeout(pause)
    pause = setTimeout(() => take(deframer.flush()), patience.pauseMs).unref()
  }
  /** One frame after the other; nothing more is read meanwhile, nor while the device does not read its answers. */
  const take = (found: Found[]) => {
    if (found.length === 0) return
    clearTimeout(pause)
    socket.pause()
    const before = turn
    turn = (async () => {
      await before
      try {
        for (const one of found) {
          if (one.is === 'frame') {
            clearTimeout(end)
            end = bearWith(patience.silentMs)
          }
          const answer = await answerFrame(deps, one)
          metrics?.frameAnswered(answer ? 'answered' : 'silent')
          if (answer && socket.writable && !socket.write(answer)) await drained(socket)
        }
      } catch (error) {
        metrics?.frameAnswered('failed')
        deps.log.error({ err: loggable(error) }, 'frame failed')
      }
      if (socket.destroyed) return clearTimeout(end)
      socket.resume()
      listen()
    })()
  }
  socket.on('data', (chunk) => {
    listen()
    take(deframer.push(chunk))
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearTimeout(pause)
    clearTimeout(end)
    metrics?.deviceConnections(-1)
  })
}
