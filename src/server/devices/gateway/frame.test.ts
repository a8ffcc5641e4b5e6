import { describe, expect, test } from 'vitest'
import { COMMAND, encodeFrame, type Frame, readFrame, readTime, timeBytes, UNIT_MAX } from './frame.ts'

const AT = new Date('2026-03-23T10:15:07+08:00')
const FRAME: Frame = {
  serial: 0x0102,
  mainVersion: 1,
  userVersion: 3,
  time: AT,
  source: 0x0a0b_0c0d_0e0f,
  destination: 0x0102_0304_0506,
  command: COMMAND.send,
  unit: Uint8Array.from([21, 1]),
}
const HEAD = [0x40, 0x40, 0x02, 0x01, 1, 3, 7, 15, 10, 23, 3, 26]
const ADDRESSES = [0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 6, 5, 4, 3, 2, 1]
const BYTES = Uint8Array.from([...HEAD, ...ADDRESSES, 2, 0, 2, 21, 1, 0xd5, 0x23, 0x23])

describe('a frame', () => {
  test('has the layout of chapter 6', () => {
    expect([...encodeFrame(FRAME)]).toEqual([...BYTES])
    expect(COMMAND).toEqual({ control: 1, send: 2, confirm: 3, request: 4, reply: 5, deny: 6 })
  })

  test('is parsed at its start, with its length and bytes', () => {
    expect(readFrame(BYTES, 0)).toEqual({ is: 'frame', bytes: 32, frame: FRAME })
    const later = Uint8Array.from([1, 2, 3, ...BYTES, 4])
    expect(readFrame(later, 3)).toEqual({ is: 'frame', bytes: 32, frame: FRAME })
    expect(readFrame(later, 0)).toEqual({ is: 'noise' })
  })

  test('has a unit of 1,024 bytes at most', () => {
    const full = { ...FRAME, unit: new Uint8Array(UNIT_MAX).fill(7) }
    expect(readFrame(encodeFrame(full), 0)).toEqual({ is: 'frame', bytes: UNIT_MAX + 30, frame: full })
    expect(readFrame(encodeFrame({ ...full, unit: new Uint8Array(UNIT_MAX + 1) }), 0)).toEqual({ is: 'noise' })
    const empty = { ...FRAME, unit: new Uint8Array(0) }
    expect(readFrame(encodeFrame(empty), 0)).toEqual({ is: 'frame', bytes: 30, frame: empty })
  })

  test('that is incomplete waits, at any number of bytes', () => {
    for (let length = 1; length < BYTES.length; length++)
      expect([length, readFrame(BYTES.subarray(0, length), 0)]).toEqual([length, { is: 'wait' }])
  })

  test('with a wrong length does not wait for its end', () => {
    const long = Uint8Array.from([...HEAD, ...ADDRESSES, 1, 4])
    expect(readFrame(long, 0)).toEqual({ is: 'noise' })
    expect(readFrame(long.subarray(0, 25), 0)).toEqual({ is: 'wait' })
  })

  test.each([
    [0, 'noise'],
    [1, 'noise'],
    [2, 'damaged'],
    [28, 'damaged'],
    [29, 'damaged'],
    [30, 'noise'],
    [31, 'noise'],
  ])('with a wrong byte %i is %s', (at, is) => {
    const wrong = BYTES.map((byte, i) => (i === at ? byte ^ 1 : byte))
    expect(readFrame(wrong, 0)).toMatchObject({ is })
  })

  test('that is damaged keeps its serial number and addresses', () => {
    const wrong = BYTES.map((byte, i) => (i === 28 ? byte ^ 1 : byte))
    const { serial, source, destination } = FRAME
    expect(readFrame(Uint8Array.from([9, ...wrong]), 1)).toEqual({ is: 'damaged', serial, source, destination })
  })
})

describe('a time label', () => {
  test.each([
    ['2026-03-23T10:15:07+08:00', [7, 15, 10, 23, 3, 26]],
    ['2000-01-01T00:00:00+08:00', [0, 0, 0, 1, 1, 0]],
    ['2099-12-31T23:59:59+08:00', [59, 59, 23, 31, 12, 99]],
    ['2024-02-29T12:00:00+08:00', [0, 0, 12, 29, 2, 24]],
  ])('of %s is %j', (at, bytes) => {
    expect(timeBytes(new Date(at))).toEqual(bytes)
    expect(readTime(Uint8Array.from([9, ...bytes, 9]), 1)).toEqual(new Date(at))
  })

  test.each([
    ['of zeros', [0, 0, 0, 0, 0, 0]],
    ['with second 60', [60, 0, 0, 1, 1, 26]],
    ['with minute 60', [0, 60, 0, 1, 1, 26]],
    ['with hour 24', [0, 0, 24, 1, 1, 26]],
    ['with second 60 that changes neither day nor month', [60, 15, 10, 23, 3, 26]],
    ['with day 0', [0, 0, 0, 0, 1, 26]],
    ['with day 32', [0, 0, 0, 32, 1, 26]],
    ['with February 29 of a common year', [0, 0, 0, 29, 2, 26]],
    ['with month 0', [0, 0, 0, 1, 0, 26]],
    ['with month 13', [0, 0, 0, 1, 13, 26]],
    ['with year 100', [0, 0, 0, 1, 1, 100]],
  ])('%s is not a time', (_, bytes) => {
    expect(readTime(Uint8Array.from(bytes), 0)).toBeNull()
  })

  test('without a time is six zeros', () => {
    expect(timeBytes(null)).toEqual([0, 0, 0, 0, 0, 0])
  })
})
