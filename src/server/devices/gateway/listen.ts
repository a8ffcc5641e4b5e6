import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { loggable } from '#server/platform/loggable.ts'
import { createConnectedDevices } from './connected-devices.ts'
import { type Needs, PATIENCE, serveDevice } from './serve-device.ts'

const WARN_EVERY_MS = 60_000

export interface Gateway {
  readonly port: number
  close(): Promise<void>
}

export async function startGateway(
  deps: Needs,
  where: { host: string; port: number },
  patience = PATIENCE,
): Promise<Gateway> {
  const sockets = new Set<Socket>()
  const devices = createConnectedDevices(deps, patience)
  let sending: Promise<void> | null = null
  const checking = setInterval(() => {
    sending ??= devices
      .sendDutyChecks()
      .catch((error: unknown) => deps.log.error({ err: loggable(error) }, 'duty checks not sent to devices'))
      .finally(() => (sending = null))
  }, patience.checkEveryMs).unref()
  const warnedAt = new Map<string, number>()
  const refuse = (reason: 'address' | 'full', ip = '') => {
    deps.operations?.metrics.deviceRefused(reason)
    const [key, now] = [`${reason} ${ip}`, deps.now().getTime()]
    for (const [one, at] of warnedAt) if (now - at >= WARN_EVERY_MS) warnedAt.delete(one)
    if (warnedAt.has(key)) return
    warnedAt.set(key, now)
    const { connections, connectionsPerAddress } = patience
    const limit = reason === 'full' ? connections : connectionsPerAddress
    deps.log.warn({ address: ip, reason, limit }, 'device connection refused')
  }
  const isFrom = (address: string | undefined) => [...sockets].filter((one) => one.remoteAddress === address).length
  const server: Server = createServer((socket) => {
    if (isFrom(socket.remoteAddress) >= patience.connectionsPerAddress) {
      refuse('address', socket.remoteAddress)
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serveDevice(deps, socket, patience, devices, socket.remoteAddress)
  })
  server.maxConnections = patience.connections
  server.on('drop', (dropped) => refuse('full', dropped?.remoteAddress))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(where.port, where.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  deps.log.info({ host: where.host, port }, 'gateway listening')
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(checking)
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
