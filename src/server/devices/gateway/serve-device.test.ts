import { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectedDevices } from './connected-devices.ts'
import { COMMAND, encodeFrame } from './frame.ts'
import { type Needs, PATIENCE, serveDevice } from './serve-device.ts'

const MINUTE = 60_000
const NOW = new Date('2026-03-23T02:15:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const settled = async () => {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
}

function deviceLine(now = () => NOW, isWatched = true) {
  const taken: Uint8Array[] = []
  let goOn: (() => void) | undefined
  const line = new Duplex({
    writableHighWaterMark: 1,
    read: () => undefined,
    write(chunk: Uint8Array, _, done) {
      taken.push(chunk)
      goOn = done
    },
  })
  const counted: unknown[] = []
  const logged: unknown[] = []
  const metrics = {
    deviceConnections: (change: number) => void counted.push(change),
    frameAnswered: (outcome: string) => void counted.push(outcome),
  }
  const log = { error: (...entry: unknown[]) => void logged.push(entry) }
  const operations = isWatched ? { metrics } : undefined
  const deps = { now, log, operations } as unknown as Needs
  serveDevice(deps, line, PATIENCE, createConnectedDevices(deps, PATIENCE))
  return {
    line,
    counted,
    logged,
    say: async (...bytes: readonly Uint8Array[]) => {
      for (const some of bytes) line.push(some)
      await settled()
    },
    reads: async () => {
      goOn?.()
      await settled()
    },
    serials: () => taken.map((answer) => answer[2]),
  }
}

function frame(serial: number, command: number): Uint8Array {
  const at = { serial, mainVersion: 1, userVersion: 0, time: NOW, source: 7, destination: 1 }
  return encodeFrame({ ...at, command, unit: new Uint8Array(0) })
}

function damaged(serial: number): Uint8Array {
  const bytes = frame(serial, COMMAND.send)
  return bytes.map((byte, at) => (at === 27 ? byte ^ 1 : byte))
}

test('nothing more is answered or read while a device does not read its answers', async () => {
  const { line, say, reads, serials } = deviceLine()
  await say(damaged(1), damaged(2))
  await say(damaged(3))
  expect(serials()).toEqual([1])
  expect(line.readableLength).toBeGreaterThan(0)
  await reads()
  expect(serials()).toEqual([1, 2])
  await reads()
  expect(serials()).toEqual([1, 2, 3])
})

test('a partial frame waits while the preceding one is processed, and for a pause from then on', async () => {
  const { say, reads, serials } = deviceLine()
  const half = damaged(2)
  await say(Uint8Array.from([...damaged(1), ...half.subarray(0, 9)]))
  vi.advanceTimersByTime(PATIENCE.pauseMs + 1)
  await say(half.subarray(9))
  await reads()
  expect(serials()).toEqual([1, 2])
})

test('a partial frame is discarded after a pause, alone or after another frame', async () => {
  const half = damaged(2)
  for (const before of [[], [damaged(1)]]) {
    const { say, reads, serials } = deviceLine()
    await say(Uint8Array.from([...before.flatMap((bytes) => [...bytes]), ...half.subarray(0, 9)]))
    await reads()
    vi.advanceTimersByTime(PATIENCE.pauseMs)
    await say(half.subarray(9), damaged(3))
    await reads()
    expect(serials()).toEqual([...before.map(() => 1), 3])
  }
})

test('a device is disconnected after a minute without its first valid frame, or a quarter of an hour without another; noise and damaged frames do not count', async () => {
  const silent = deviceLine()
  const speaks = deviceLine()
  vi.advanceTimersByTime(MINUTE - 1)
  await silent.say(damaged(1))
  await speaks.say(frame(1, COMMAND.confirm))
  vi.advanceTimersByTime(1)
  expect([silent.line.destroyed, speaks.line.destroyed]).toEqual([true, false])
  vi.advanceTimersByTime(15 * MINUTE - 2)
  await speaks.say(Uint8Array.from([1, 2, 3]))
  expect(speaks.line.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(speaks.line.destroyed).toBe(true)
})

test('connections and answers are counted', async () => {
  const { line, counted, say, reads } = deviceLine()
  await say(damaged(1))
  await reads()
  await say(frame(2, COMMAND.confirm))
  line.destroy()
  await settled()
  expect(counted).toEqual([1, 'answered', 'silent', -1])
})

test('a frame that fails is logged and not answered, and the next one is served', async () => {
  let failure: Error | undefined = new Error('no clock')
  const { counted, logged, say, serials } = deviceLine(() => {
    if (failure) throw failure
    return NOW
  })
  await say(damaged(1))
  expect([counted, serials()]).toEqual([[1, 'failed'], []])
  expect(logged).toEqual([[{ err: expect.objectContaining({ message: 'no clock' }) }, 'frame failed']])
  failure = undefined
  await say(damaged(2))
  expect(serials()).toEqual([2])
})

test('devices are served without metrics, too', async () => {
  let fails = false
  const { line, logged, say, reads, serials } = deviceLine(() => {
    if (fails) throw new Error('no clock')
    return NOW
  }, false)
  await say(damaged(1))
  await reads()
  expect([serials(), logged]).toEqual([[1], []])
  fails = true
  await say(damaged(2))
  expect(logged).toHaveLength(1)
  fails = false
  await say(damaged(3))
  expect(serials()).toEqual([1, 3])
  expect(() => line.emit('close')).not.toThrow()
})

test('a connection with an error is closed', async () => {
  const { line, counted } = deviceLine()
  line.emit('error', new Error('reset'))
  await settled()
  expect([line.destroyed, counted]).toEqual([true, [1, -1]])
})

test('a device that sends nothing after a discarded partial frame causes no further work', async () => {
  const { say, reads, serials } = deviceLine()
  await say(damaged(1).subarray(0, 9))
  expect(vi.getTimerCount()).toBe(2)
  vi.advanceTimersByTime(PATIENCE.pauseMs)
  await reads()
  expect([vi.getTimerCount(), serials()]).toEqual([1, []])
})

test('a closed connection leaves no timer in any state', async () => {
  const idle = deviceLine()
  const half = deviceLine()
  await half.say(damaged(1).subarray(0, 9))
  const full = deviceLine()
  await full.say(frame(1, COMMAND.confirm), damaged(1), damaged(2))
  expect(vi.getTimerCount()).toBeGreaterThan(3)
  for (const { line } of [idle, half, full]) line.destroy()
  await settled()
  expect(vi.getTimerCount()).toBe(0)
  expect(full.line.listenerCount('drain')).toBe(0)
})

test('no further answer is written until a device reads the last one', async () => {
  const { line, say, reads, serials } = deviceLine()
  await say(damaged(1))
  const [drains, closes] = [line.listenerCount('drain'), line.listenerCount('close')]
  await reads()
  expect([drains - line.listenerCount('drain'), closes - line.listenerCount('close')]).toEqual([1, 1])
  await say(damaged(2))
  expect(serials()).toEqual([1, 2])
})

test('a device is limited to exactly its limits', () => {
  expect(PATIENCE).toEqual({
    pauseMs: 5_000,
    firstFrameMs: 60_000,
    silentMs: 900_000,
    connections: 2_000,
    connectionsPerAddress: 100,
    connectionsPerDevice: 2,
    replyMs: 10_000,
    resends: 3,
    checkEveryMs: 1_000,
  })
})
