import type { Duplex } from 'node:stream'
import { loggable } from '#server/platform/loggable.ts'
import { askDuty, type DeviceCommand, readStates, SET_CLOCK } from './commands.ts'
import { type CommandLine, type CommandPatience, type CommandResult, createCommandLine } from './command-line.ts'
import { type ClaimedCheck, claimChecks, noteCheckSent, noteLateConfirmation } from './duty-check.store.ts'
import { encodeFrame, type Frame } from './frame.ts'
import { numberedPoints, type Transmitter } from './gateway.store.ts'
import type { Needs } from './serve-device.ts'

const CLOCK_LIMIT_MS = 30_000
const CLOCK_EVERY_MS = 10 * 60_000

export interface DevicePatience extends CommandPatience {
  readonly connectionsPerDevice: number
}

export interface DeviceConnection {
  accepted(device: Transmitter, frame: Frame): void
  settle(frame: Pick<Frame, 'source' | 'serial' | 'command'>): void
  close(): void
}

export interface ConnectedDevices {
  connect(socket: Duplex): DeviceConnection
  sendDutyChecks(): Promise<void>
}

interface Session {
  readonly device: Transmitter
  readonly socket: Duplex
  readonly line: CommandLine
  header: Frame
  clockSetAt: number
}

export function createConnectedDevices(deps: Needs, patience: DevicePatience): ConnectedDevices {
  const sessions = new Map<number, Session[]>()
  const fresh = new Set<number>()
  const metrics = deps.operations?.metrics

  async function send(
    { line }: Session,
    command: DeviceCommand,
    how?: Parameters<CommandLine['send']>[1],
  ): Promise<CommandResult> {
    const result = await line.send(command, how)
    metrics?.deviceCommanded(command.name, result)
    return result
  }

  const failed = (error: unknown) => deps.log.error({ err: loggable(error) }, 'device command failed')

  async function setClock(session: Session): Promise<void> {
    const now = deps.now().getTime()
    const { time } = session.header
    session.clockSetAt = now
    const result = await send(session, SET_CLOCK)
    const difference = time && Math.round((time.getTime() - now) / 1000)
    const level = result === 'confirmed' || result === 'closed' ? 'info' : 'warn'
    deps.log[level]({ source: session.device.address, difference, result }, 'device clock set')
  }

  async function welcome(session: Session): Promise<void> {
    await setClock(session)
    for (const command of readStates(await numberedPoints(deps.db, session.device.buildingId)))
      if (['silent', 'closed'].includes(await send(session, command))) return
  }

  function open(device: Transmitter, socket: Duplex, header: Frame): Session {
    const line = createCommandLine((serial, command) => {
      if (!socket.writable) return
      const { source, destination, mainVersion, userVersion } = session.header
      const now = deps.now()
      const unit = Uint8Array.from(command.unit(now))
      const head = { serial, mainVersion, userVersion, time: now, source: destination, destination: source }
      socket.write(encodeFrame({ ...head, command: command.command, unit }))
    }, patience)
    const session: Session = { device, socket, line, header, clockSetAt: -Infinity }
    const all = [...(sessions.get(device.address) ?? []), session]
    sessions.set(device.address, all)
    fresh.add(device.address)
    const limit = patience.connectionsPerDevice
    for (const former of all.slice(0, -limit)) {
      deps.log.warn({ source: device.address, reason: 'device', limit }, 'device connected too often')
      metrics?.deviceRefused('device')
      former.socket.destroy()
    }
    return session
  }

  function leave(session: Session): void {
    session.line.close()
    const { address } = session.device
    const left = (sessions.get(address) ?? []).filter((one) => one !== session)
    if (left.length > 0) sessions.set(address, left)
    else sessions.delete(address)
  }

  async function askDevice(check: ClaimedCheck): Promise<void> {
    const session = sessions.get(Number(check.address))?.at(-1)
    const onLate = () => void noteLateConfirmation(deps.db, check).catch(failed)
    const result = session
      ? await send(session, askDuty(Math.ceil(check.secondsLeft / 60)), { isUrgent: true, onLate })
      : 'closed'
    deps.log.info({ check: check.checkId, source: Number(check.address), result }, 'duty check sent to device')
    await noteCheckSent(deps.db, check, result)
  }

  return {
    connect(socket) {
      const own = new Map<number, Session>()
      return {
        accepted(device, frame) {
          let session = own.get(device.address)
          if (session) session.header = frame
          else {
            session = open(device, socket, frame)
            own.set(device.address, session)
            welcome(session).catch(failed)
            return
          }
          const now = deps.now().getTime()
          const difference = frame.time ? Math.abs(frame.time.getTime() - now) : Infinity
          if (difference > CLOCK_LIMIT_MS && now - session.clockSetAt >= CLOCK_EVERY_MS) setClock(session).catch(failed)
        },
        settle: (frame) => own.get(frame.source)?.line.take(frame),
        close() {
          for (const session of own.values()) leave(session)
          own.clear()
        },
      }
    },

    async sendDutyChecks() {
      if (sessions.size === 0) return
      const newcomers = [...fresh]
      const claimed = await claimChecks(deps.db, [...sessions.keys()], newcomers, deps.now())
      for (const one of newcomers) fresh.delete(one)
      for (const check of claimed) askDevice(check).catch(failed)
    },
  }
}
