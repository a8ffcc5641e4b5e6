/** GB/T 26875.3-2011, 6.6. */
export const COMMAND = { control: 1, send: 2, confirm: 3, request: 4, reply: 5, deny: 6 } as const

export const HEAD_BYTES = 27
export const TAIL_BYTES = 3
export const UNIT_MAX = 1024
const START = 0x40
const END = 0x23

/** `time` is null if invalid. */
export interface Frame {
  readonly serial: number
  readonly mainVersion: number
  readonly userVersion: number
  readonly time: Date | null
  readonly source: number
  readonly destination: number
  readonly command: number
  /** Application data unit, at most 1,024 bytes. */
  readonly unit: Uint8Array
}

const SHANGHAI_MS = 8 * 3_600_000

/** Second, minute, hour, day, month, year − 2000, Shanghai time; null if invalid. */
export function readTime(bytes: Uint8Array, at: number): Date | null {
  const [second = 0, minute = 0, hour = 0, day = 0, month = 0, year = 0] = bytes.subarray(at, at + 6)
  const ms = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  const read = new Date(ms)
  const isReal = second < 60 && minute < 60 && hour < 24 && year < 100 && read.getUTCMonth() === month - 1
  return isReal ? new Date(ms - SHANGHAI_MS) : null
}

export function timeBytes(at: Date | null): number[] {
  if (!at) return [0, 0, 0, 0, 0, 0]
  const s = new Date(at.getTime() + SHANGHAI_MS)
  return [
    s.getUTCSeconds(),
    s.getUTCMinutes(),
    s.getUTCHours(),
    s.getUTCDate(),
    s.getUTCMonth() + 1,
    s.getUTCFullYear() - 2000,
  ]
}

function sixBytes(value: number): number[] {
  return Array.from({ length: 6 }, (_, i) => Math.floor(value / 256 ** i) % 256)
}

function readSix(bytes: Uint8Array, at: number): number {
  return bytes.subarray(at, at + 6).reduceRight((sum, byte) => sum * 256 + byte, 0)
}

function checksum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)
}

export function encodeFrame(frame: Frame): Uint8Array {
  const { serial, unit } = frame
  const covered = Uint8Array.from([
    serial & 0xff,
    serial >> 8,
    frame.mainVersion,
    frame.userVersion,
    ...timeBytes(frame.time),
    ...sixBytes(frame.source),
    ...sixBytes(frame.destination),
    unit.length & 0xff,
    unit.length >> 8,
    frame.command,
    ...unit,
  ])
  return Uint8Array.from([START, START, ...covered, checksum(covered), END, END])
}

export type Reading =
  | { readonly is: 'noise' }
  | { readonly is: 'wait' }
  | { readonly is: 'damaged'; readonly serial: number; readonly source: number; readonly destination: number }
  | { readonly is: 'frame'; readonly frame: Frame; readonly bytes: number }

const NOISE: Reading = { is: 'noise' }
const WAIT: Reading = { is: 'wait' }

/** Noise: no start mark, too long, or no end mark there. Damaged: both marks, wrong checksum. */
export function readFrame(bytes: Uint8Array, at: number): Reading {
  const left = bytes.length - at
  if (bytes[at] !== START || (left > 1 && bytes[at + 1] !== START)) return NOISE
  const length = (bytes[at + 24] ?? 0) + 256 * (bytes[at + 25] ?? 0)
  if (length > UNIT_MAX) return NOISE
  const whole = HEAD_BYTES + length + TAIL_BYTES
  if (left < whole) return WAIT
  const end = at + whole
  if (bytes[end - 1] !== END || bytes[end - 2] !== END) return NOISE
  const serial = (bytes[at + 2] ?? 0) + 256 * (bytes[at + 3] ?? 0)
  const source = readSix(bytes, at + 12)
  const destination = readSix(bytes, at + 18)
  if (checksum(bytes.subarray(at + 2, end - 3)) !== bytes[end - 3])
    return { is: 'damaged', serial, source, destination }
  return {
    is: 'frame',
    bytes: whole,
    frame: {
      serial,
      mainVersion: bytes[at + 4] ?? 0,
      userVersion: bytes[at + 5] ?? 0,
      time: readTime(bytes, at + 6),
      source,
      destination,
      command: bytes[at + 26] ?? 0,
      unit: bytes.slice(at + HEAD_BYTES, end - TAIL_BYTES),
    },
  }
}
