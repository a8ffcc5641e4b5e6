import { readTime } from './frame.ts'

export type ObjectAddress =
  | { readonly of: 'system'; readonly systemType: number; readonly systemAddress: number }
  | {
      readonly of: 'component'
      readonly systemType: number
      readonly systemAddress: number
      readonly componentType: number
      readonly componentAddress: number
    }
  | { readonly of: 'device' }

/** `at` is null if the clock is not set. */
export type UnitObject =
  | {
      readonly is: 'status'
      readonly place: ObjectAddress
      readonly bits: number
      readonly at: Date | null
      readonly text: string
    }
  | {
      readonly is: 'analog'
      readonly place: ObjectAddress
      readonly code: number
      readonly steps: number
      readonly at: Date | null
    }
  | {
      readonly is: 'operations'
      readonly place: ObjectAddress
      readonly bits: number
      readonly operator: number
      readonly at: Date | null
    }

/** `most` is per frame. */
interface Layout {
  readonly bytes: number
  readonly most: number
  read(bytes: Uint8Array, at: number, time: Date | null): UnitObject
}

const gb18030 = new TextDecoder('gb18030')
const two = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
const signed = (bytes: Uint8Array, at: number) => (two(bytes, at) << 16) >> 16
const four = (bytes: Uint8Array, at: number) => two(bytes, at) + 65_536 * two(bytes, at + 2)
const systemAt = (b: Uint8Array, at: number): ObjectAddress => ({
  of: 'system',
  systemType: b[at] ?? 0,
  systemAddress: b[at + 1] ?? 0,
})
const componentAt = (b: Uint8Array, at: number): ObjectAddress => ({
  of: 'component',
  systemType: b[at] ?? 0,
  systemAddress: b[at + 1] ?? 0,
  componentType: b[at + 2] ?? 0,
  componentAddress: four(b, at + 3),
})
const DEVICE: ObjectAddress = { of: 'device' }
const nameAt = (b: Uint8Array, at: number) => {
  const text = b.subarray(at, at + 31)
  const end = text.indexOf(0)
  return gb18030.decode(end < 0 ? text : text.subarray(0, end)).trim()
}

/** Source: GB/T 26875.3-2011, 8.3.1. */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  1: {
    bytes: 10,
    most: 102,
    read: (b, at, time) => ({ is: 'status', place: systemAt(b, at), bits: two(b, at + 2), at: time, text: '' }),
  },
  2: {
    bytes: 46,
    most: 22,
    read: (b, at, time) => ({
      is: 'status',
      place: componentAt(b, at),
      bits: two(b, at + 7),
      at: time,
      text: nameAt(b, at + 9),
    }),
  },
  3: {
    bytes: 16,
    most: 63,
    read: (b, at, time) => ({
      is: 'analog',
      place: componentAt(b, at),
      code: b[at + 7] ?? 0,
      steps: signed(b, at + 8),
      at: time,
    }),
  },
  4: {
    bytes: 10,
    most: 102,
    read: (b, at, time) => ({
      is: 'operations',
      place: systemAt(b, at),
      bits: b[at + 2] ?? 0,
      operator: b[at + 3] ?? 0,
      at: time,
    }),
  },
  21: {
    bytes: 7,
    most: 1,
    read: (b, at, time) => ({ is: 'status', place: DEVICE, bits: b[at] ?? 0, at: time, text: '' }),
  },
  24: {
    bytes: 8,
    most: 1,
    read: (b, at, time) => ({ is: 'operations', place: DEVICE, bits: b[at] ?? 0, operator: b[at + 1] ?? 0, at: time }),
  },
}

/** Accepted without effect: versions, settings and clocks (types 5–8, 25, 26, 28). */
const TOLD_ONLY = new Set([5, 6, 7, 8, 25, 26, 28])

/** Null: unknown type, or a length that does not match. */
export function readUnit(unit: Uint8Array): UnitObject[] | null {
  const [type = 0, count = 0] = unit
  if (unit.length >= 2 && TOLD_ONLY.has(type)) return []
  const layout = LAYOUTS[type]
  if (!layout || count < 1 || count > layout.most || unit.length !== 2 + count * layout.bytes) return null
  const words: UnitObject[] = []
  for (let i = 0; i < count; i++) {
    const at = 2 + i * layout.bytes
    words.push(layout.read(unit, at, readTime(unit, at + layout.bytes - 6)))
  }
  return words
}

/** `UTD`: the device itself. */
export function pointNumberOf(place: ObjectAddress): string {
  if (place.of === 'device') return 'UTD'
  const { systemType, systemAddress } = place
  return place.of === 'system'
    ? `${systemType}.${systemAddress}`
    : `${systemType}.${systemAddress}.${place.componentAddress}`
}
