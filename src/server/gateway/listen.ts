import { createServer, type Server, type Socket } from 'node:net'
import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { answerFrame } from './answer-frame.ts'
import { createDeframer, type Found } from './deframer.ts'

/** A pause after which an unfinished frame is given up; a device waits ten seconds for its answer at most. */
const PAUSE_MS = 5_000
/** A device that says nothing for so long has gone: it speaks every few minutes. */
const SILENT_MS = 15 * 60_000
const CONNECTIONS_MAX = 2_000

export interface Gateway {
  readonly port: number
  close(): Promise<void>
}

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'operation'>

function serveDevice(deps: Needs, socket: Socket): void {
  const deframer = createDeframer()
  const metrics = deps.operation?.metrics
  metrics?.deviceConnections(1)
  let turn = Promise.resolve()
  let pause: NodeJS.Timeout | undefined
  /** One frame after the other; nothing more is read meanwhile. */
  const take = (found: Found[]) => {
    if (found.length === 0) return
    socket.pause()
    const before = turn
    turn = (async () => {
      await before
      try {
        for (const one of found) {
          const answer = await answerFrame(deps, one)
          metrics?.frameAnswered(answer ? 'answered' : 'silent')
          if (answer && socket.writable) socket.write(answer)
        }
      } catch (error) {
        metrics?.frameAnswered('failed')
        deps.log.error({ err: loggable(error) }, 'frame failed')
      }
      socket.resume()
    })()
  }
  socket.setTimeout(SILENT_MS, () => socket.destroy())
  socket.on('data', (chunk) => {
    clearTimeout(pause)
    take(deframer.push(chunk))
    pause = setTimeout(() => take(deframer.flush()), PAUSE_MS)
    pause.unref()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearTimeout(pause)
    metrics?.deviceConnections(-1)
  })
}

/** Listens for transmission devices. @throws where the port is taken */
export async function startGateway(deps: Needs, where: { host: string; port: number }): Promise<Gateway> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serveDevice(deps, socket)
  })
  server.maxConnections = CONNECTIONS_MAX
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(where.port, where.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : where.port
  deps.log.info({ host: where.host, port }, 'gateway listening')
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
