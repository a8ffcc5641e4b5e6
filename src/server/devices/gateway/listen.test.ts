import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { COMMAND, encodeFrame } from './frame.ts'
import { type Gateway, startGateway } from './listen.ts'
import { type Needs, PATIENCE } from './serve-device.ts'

const HOST = '127.0.0.1'
const NOW = new Date('2026-03-23T02:15:00Z')
const left: (() => unknown)[] = []
afterEach(async () => {
  for (const end of left.splice(0).toReversed()) await end()
})

async function gatewayOf(patience: Partial<typeof PATIENCE> = {}, port = 0) {
  const logged: unknown[] = []
  const note = (...entry: unknown[]) => void logged.push(entry)
  const log = { info: note, warn: note, error: () => undefined }
  const refused: string[] = []
  const nothing = () => undefined
  const metrics = {
    deviceConnections: nothing,
    frameAnswered: nothing,
    deviceRefused: (reason: string) => void refused.push(reason),
  }
  const deps = { now: () => NOW, log, operations: { metrics } } as unknown as Needs
  const gateway = await startGateway(deps, { host: HOST, port }, { ...PATIENCE, ...patience })
  left.push(() => gateway.close())
  return { gateway, logged, refused }
}

function deviceAt({ port }: Gateway, localAddress = HOST): Socket {
  const device = connect({ port, host: HOST, localAddress }).on('error', () => undefined)
  left.push(() => device.destroy())
  return device
}

function damaged(): Uint8Array {
  const head = { serial: 1, mainVersion: 1, userVersion: 0, time: NOW, source: 7, destination: 1 }
  const bytes = encodeFrame({ ...head, command: COMMAND.send, unit: new Uint8Array(0) })
  return bytes.map((byte, at) => (at === 27 ? byte ^ 1 : byte))
}

async function isServed(device: Socket): Promise<boolean> {
  const answered = new Promise<boolean>((resolve) => {
    device.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
  device.write(damaged())
  return answered
}

test('reports its port', async () => {
  const { gateway, logged } = await gatewayOf()
  expect(gateway.port).toBeGreaterThan(0)
  expect(logged).toEqual([[{ host: HOST, port: gateway.port }, 'gateway listening']])
  expect(await isServed(deviceAt(gateway))).toBe(true)
})

test('does not start when the port is in use', async () => {
  const { gateway } = await gatewayOf()
  await expect(gatewayOf({}, gateway.port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test.each([{ connections: 2 }, { connectionsPerAddress: 2 }])(
  'with %j serves two at once, and another one after one of them has closed',
  async (patience) => {
    const { gateway } = await gatewayOf(patience)
    const [first, second] = [deviceAt(gateway), deviceAt(gateway)]
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    expect(await isServed(deviceAt(gateway))).toBe(false)
    expect(await isServed(second)).toBe(true)
    first.destroy()
    let tries = 0
    while (!(await isServed(deviceAt(gateway)))) expect(tries++).toBeLessThan(100)
  },
)

test.each([
  [{ connections: 1 }, 'full'],
  [{ connectionsPerAddress: 1 }, 'address'],
])('with %j counts refused connections, and logs those of an address once a minute', async (patience, reason) => {
  const { gateway, logged, refused } = await gatewayOf(patience)
  expect(await isServed(deviceAt(gateway))).toBe(true)
  for (let tries = 0; tries < 3; tries++) expect(await isServed(deviceAt(gateway))).toBe(false)
  expect(logged.slice(1)).toEqual([[{ address: HOST, reason, limit: 1 }, 'device connection refused']])
  expect(refused).toEqual([reason, reason, reason])
})

test('counts the connections of each address separately', async () => {
  const { gateway } = await gatewayOf({ connectionsPerAddress: 1 })
  expect(await isServed(deviceAt(gateway))).toBe(true)
  expect(await isServed(deviceAt(gateway))).toBe(false)
  expect(await isServed(deviceAt(gateway, '127.0.0.2'))).toBe(true)
})

test('closes its connections when it closes', async () => {
  const { gateway } = await gatewayOf()
  const device = deviceAt(gateway)
  expect(await isServed(device)).toBe(true)
  const closed = once(device, 'close')
  await gateway.close()
  await closed
  expect(await isServed(deviceAt(gateway))).toBe(false)
})
