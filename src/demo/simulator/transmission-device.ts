import { connect } from 'node:net'
import { createDeframer } from '#server/devices/gateway/deframer.ts'
import { COMMAND, encodeFrame, type Frame, readTime, timeBytes } from '#server/devices/gateway/frame.ts'

const CENTRE = 1
const DUTY_ANSWER = 1 << 5
const RUNNING = 1

export interface SimulatedDevice {
  readonly address: number
  readonly host: string
  readonly port: number
  readonly now: () => Date
  /** Status word of a system or component; 1: runs normally. */
  readonly statusOf?: (place: string) => number
  readonly typeOf?: (place: string) => number
  readonly answers?: (frame: Frame, device: TransmissionDevice) => boolean
}

export interface TransmissionDevice {
  readonly received: readonly Frame[]
  readonly isOpen: () => boolean
  send(unit: readonly number[], serial?: number): Promise<number>
  reply(to: Frame, command: number, unit?: readonly number[]): void
  pressDuty(operator: number, at?: Date, serial?: number): Promise<number>
  heartbeat(): Promise<number>
  clock(): Date
  close(): void
}

export function openDevice(options: SimulatedDevice): TransmissionDevice {
  const socket = connect(options.port, options.host).on('error', () => undefined)
  const deframer = createDeframer()
  const received: Frame[] = []
  const waiting = new Map<number, (command: number) => void>()
  let [next, aheadMs] = [0, 0]
  const clock = () => new Date(options.now().getTime() + aheadMs)

  const write = (serial: number, command: number, unit: readonly number[]) =>
    socket.write(
      encodeFrame({
        serial,
        mainVersion: 1,
        userVersion: 0,
        time: clock(),
        source: options.address,
        destination: CENTRE,
        command,
        unit: Uint8Array.from(unit),
      }),
    )

  const bits = (place: string) => {
    const word = options.statusOf?.(place) ?? RUNNING
    return [word & 0xff, word >> 8]
  }

  function statesIn(unit: Uint8Array): number[] {
    const [type = 0, count = 0] = unit
    const bytes = type === 61 ? 2 : 6
    const states = Array.from({ length: count }, (_, i) => {
      const [system = 0, address = 0, ...component] = unit.subarray(2 + i * bytes, 2 + (i + 1) * bytes)
      const number = component.reduceRight((sum, byte) => sum * 256 + byte, 0)
      const place = type === 61 ? `${system}.${address}` : `${system}.${address}.${number}`
      const name = Array.from({ length: 31 }, () => 0)
      return type === 61
        ? [system, address, ...bits(place), ...timeBytes(clock())]
        : [system, address, options.typeOf?.(place) ?? 0, ...component, ...bits(place), ...name, ...timeBytes(clock())]
    })
    return [type === 61 ? 1 : 2, count, ...states.flat()]
  }

  function obey(frame: Frame): void {
    const [type] = frame.unit
    if (frame.command === COMMAND.request) {
      if (type === 81) device.reply(frame, COMMAND.reply, [21, 1, RUNNING, ...timeBytes(clock())])
      else if (type === 61 || type === 62) device.reply(frame, COMMAND.reply, statesIn(frame.unit))
      else device.reply(frame, COMMAND.deny)
      return
    }
    const time = type === 90 ? readTime(frame.unit, 2) : null
    if (time) aheadMs = time.getTime() - options.now().getTime()
    device.reply(frame, time || type === 91 ? COMMAND.confirm : COMMAND.deny)
  }

  const device: TransmissionDevice = {
    received,
    isOpen: () => !socket.destroyed,
    send: (unit, serial = next++) =>
      new Promise((resolve, reject) => {
        waiting.set(serial, resolve)
        socket.once('close', () => reject(new Error('the platform closed the connection')))
        write(serial, COMMAND.send, unit)
      }),
    reply: (to, command, unit = []) => void write(to.serial, command, unit),
    pressDuty: (operator, at = clock(), serial) =>
      device.send([24, 1, DUTY_ANSWER, operator, ...timeBytes(at)], serial),
    heartbeat: () => device.send([21, 1, RUNNING, ...timeBytes(clock())]),
    clock,
    close: () => void socket.destroy(),
  }

  socket.on('data', (chunk) => {
    for (const found of deframer.push(chunk)) {
      if (found.is !== 'frame') continue
      const { frame } = found
      if (frame.command === COMMAND.confirm || frame.command === COMMAND.deny) {
        waiting.get(frame.serial)?.(frame.command)
        waiting.delete(frame.serial)
        continue
      }
      received.push(frame)
      if (!options.answers?.(frame, device)) obey(frame)
    }
  })
  return device
}
