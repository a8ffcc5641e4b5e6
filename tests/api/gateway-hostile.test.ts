import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createDeframer } from '#server/gateway/deframer.ts'
import { COMMAND } from '#server/gateway/frame.ts'
import { startGateway } from '#server/gateway/listen.ts'
import { openApi } from '../support/api-context.ts'
import { ago, frame, registered, status } from '../support/transmitter.ts'

const city = await openApi()
afterAll(() => city.close())

const HERE = { host: '127.0.0.1', port: 0 }
const PATIENT = { pauseMs: 60_000, firstFrameMs: 60_000, silentMs: 60_000, connections: 100 }

/** The serials and commands of the next answers. */
async function answersOf(socket: Socket, count: number): Promise<[number, number][]> {
  const deframer = createDeframer()
  const got: [number, number][] = []
  for await (const [chunk] of events(socket)) {
    for (const found of deframer.push(chunk))
      if (found.is === 'frame') got.push([found.frame.serial, found.frame.command])
    if (got.length >= count) break
  }
  return got
}
async function* events(socket: Socket): AsyncGenerator<[Uint8Array]> {
  for (;;) yield (await once(socket, 'data')) as [Uint8Array]
}

test(
  'a frame whose second half waits while the first one is being taken is not given up, however long that takes',
  city.undone(async (t) => {
    await registered(t)
    const gateway = await startGateway(t.deps, HERE, { ...PATIENT, pauseMs: 500 })
    const socket = connect(gateway.port, '127.0.0.1')
    try {
      const [first, second] = [1, 2].map((serial) => frame(t, serial, status(ago(t, serial), 1, 42, 7, 0, 1)))
      // The database is at something else for longer than a pause may last.
      const busy = t.db.execute(sql`select pg_sleep(1.5)`)
      socket.write(Uint8Array.from([...first!, ...second!.subarray(0, 40)]))
      const heard = answersOf(socket, 2)
      setTimeout(() => socket.write(second!.subarray(40)), 50)
      expect(await heard).toEqual([1, 2].map((serial) => [serial, COMMAND.confirm]))
      await busy
    } finally {
      socket.destroy()
      await gateway.close()
    }
  }),
  60_000,
)

test(
  'whoever sends no frame is let go, so that connections that say nothing, or only noise, shut nobody out for long',
  city.undone(async (t) => {
    await registered(t)
    const gateway = await startGateway(t.deps, HERE, { ...PATIENT, firstFrameMs: 300, connections: 2 })
    const idle = [connect(gateway.port, '127.0.0.1'), connect(gateway.port, '127.0.0.1')]
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    const noise = setInterval(() => idle[0]?.write(Uint8Array.from([0x40, 0x40, 0, 0])), 20)
    const gone = Promise.all(
      idle.map((socket) =>
        once(
          socket.on('error', () => {}),
          'close',
        ),
      ),
    )
    try {
      await gone
      const device = connect(gateway.port, '127.0.0.1')
      device.write(frame(t, 7, status(ago(t, 1), 1, 42, 7, 0)))
      expect(await answersOf(device, 1)).toEqual([[7, COMMAND.confirm]])
      device.destroy()
    } finally {
      clearInterval(noise)
      await gateway.close()
    }
  }),
  60_000,
)

test(
  'a device that does not read its answers is not listened to meanwhile: what waits for it stays bounded',
  city.undone(async (t) => {
    const gateway = await startGateway(t.deps, HERE, PATIENT)
    const socket = connect(gateway.port, '127.0.0.1')
    socket.pause()
    try {
      // Damaged frames are the cheapest to be answered: nothing is asked of the database.
      const damaged = frame(t, 1, [])
      damaged[10] = damaged[10]! ^ 1
      const flood = Buffer.concat(Array.from({ length: 20_000 }, () => damaged))
      let sent = 0
      // Until its own buffers are full: the gateway reads no more.
      while (socket.write(flood) || socket.writableLength < 4 * flood.length) {
        sent += flood.length
        await new Promise((resolve) => setImmediate(resolve))
        if (sent > 200_000_000) break
      }
      expect(sent).toBeLessThan(200_000_000)
      // Once it reads, it is heard again.
      socket.resume()
      expect((await answersOf(socket, 1_000)).every(([, command]) => command === COMMAND.deny)).toBe(true)
    } finally {
      socket.destroy()
      await gateway.close()
    }
  }),
  60_000,
)
