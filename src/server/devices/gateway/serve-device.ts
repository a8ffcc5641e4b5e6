import type { Duplex } from 'node:stream'
import type { Deps } from '#server/platform/deps.ts'
import { loggable } from '#server/platform/loggable.ts'
import { answerFrame } from './answer-frame.ts'
import type { ConnectedDevices, DevicePatience } from './connected-devices.ts'
import { createDeframer, type FoundFrame } from './deframer.ts'
import { COMMAND, type Frame } from './frame.ts'
import type { Transmitter } from './gateway.store.ts'

export interface Patience extends DevicePatience {
  /** Devices wait at most 10 s for a reply. */
  readonly pauseMs: number
  /** Real devices send one right after connecting. */
  readonly firstFrameMs: number
  /** Devices send one every few minutes. */
  readonly silentMs: number
  readonly connections: number
  readonly connectionsPerAddress: number
  readonly checkEveryMs: number
}

export const PATIENCE: Patience = {
  pauseMs: 5_000,
  firstFrameMs: 60_000,
  silentMs: 15 * 60_000,
  connections: 2_000,
  connectionsPerAddress: 100,
  connectionsPerDevice: 2,
  replyMs: 10_000,
  resends: 3,
  checkEveryMs: 1_000,
}

export type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'operations'>

const drained = (socket: Duplex) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })

export function serveDevice(
  deps: Needs,
  socket: Duplex,
  patience: Patience,
  devices: ConnectedDevices,
  ip?: string,
): void {
  const deframer = createDeframer()
  const connection = devices.connect(socket)
  const metrics = deps.operations?.metrics
  metrics?.deviceConnections(1)
  let turn = Promise.resolve()
  let pause: NodeJS.Timeout | undefined
  const bearWith = (ms: number) => setTimeout(() => socket.destroy(), ms).unref()
  let end = bearWith(patience.firstFrameMs)
  /** Bytes that arrive during processing wait in the socket. */
  const listen = () => {
    clearTimeout(pause)
    pause = setTimeout(() => take(deframer.flush()), patience.pauseMs).unref()
  }
  const follow = (frame: Frame, device: Transmitter | null) => {
    if (device) connection.accepted(device, frame)
    if (frame.command === COMMAND.reply && !device) connection.settle({ ...frame, command: COMMAND.deny })
    else connection.settle(frame)
  }
  /** Reading pauses meanwhile and while the device does not read its replies (back-pressure). */
  const take = (found: FoundFrame[]) => {
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
          const { answer, device } = await answerFrame(deps, one, ip)
          metrics?.frameAnswered(answer ? 'answered' : 'silent')
          if (answer && socket.writable && !socket.write(answer)) await drained(socket)
          if (one.is === 'frame' && !socket.destroyed) follow(one.frame, device)
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
    connection.close()
    metrics?.deviceConnections(-1)
  })
}
