import { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMMAND, encodeFrame } from './frame.ts'
import { type Needs, PATIENCE, serveDevice } from './serve-device.ts'

const MINUTE = 60_000
const NOW = new Date('2026-03-23T02:15:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Everything that is under way in this program without a timer comes about. */
const settled = async () => {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
}

/** A device's end of the line that takes an answer only when it is told to. */
function deviceLine() {
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
  // Nothing of the database is asked for what these frames say.
  serveDevice({ now: () => NOW, log: console } as unknown as Needs, line, PATIENCE)
  return {
    line,
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

/** A frame that is denied, for its checksum. */
function damaged(serial: number): Uint8Array {
  const bytes = frame(serial, COMMAND.send)
  return bytes.map((byte, at) => (at === 27 ? byte ^ 1 : byte))
}

test('nothing more is answered, nor read, while a device does not read its answers', async () => {
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

test('half a frame waits for the rest as long as the one before it is being taken, and a pause from then on', async () => {
  const { say, reads, serials } = deviceLine()
  const half = damaged(2)
  await say(Uint8Array.from([...damaged(1), ...half.subarray(0, 9)]))
  vi.advanceTimersByTime(PATIENCE.pauseMs + 1)
  await say(half.subarray(9))
  await reads()
  expect(serials()).toEqual([1, 2])
})

test('half a frame is given up after a pause, whether it came alone or behind another', async () => {
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

test('whoever brings no whole frame within a minute, or none for a quarter of an hour, is let go: noise and damage do not count', async () => {
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
