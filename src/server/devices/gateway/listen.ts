import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { loggable } from '#server/platform/loggable.ts'
import { createConnectedDevices } from './connected-devices.ts'
import { type Needs, PATIENCE, serveDevice } from './serve-device.ts'

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
  const isFrom = (address: string | undefined) => [...sockets].filter((one) => one.remoteAddress === address).length
  const server: Server = createServer((socket) => {
    if (isFrom(socket.remoteAddress) >= patience.connectionsPerAddress) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serveDevice(deps, socket, patience, devices, socket.remoteAddress)
  })
  server.maxConnections = patience.connections
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
