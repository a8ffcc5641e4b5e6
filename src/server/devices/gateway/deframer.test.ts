import { describe, expect, test } from 'vitest'
import { createDeframer, type FoundFrame } from './deframer.ts'
import { COMMAND, encodeFrame, type Frame } from './frame.ts'
import { EDITION_2011 } from '../protocols.ts'
import { readUnit } from './units.ts'

const AT = new Date('2026-03-23T10:15:00+08:00')
const TIME = [0, 15, 10, 23, 3, 26]

/** Reproducible failures. */
function chanceOf(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const SYSTEMS = [0, 1, ...Array.from({ length: 15 }, (_, i) => 10 + i), 128]
const ANALOGS = Object.keys(EDITION_2011.analogs).map(Number)
const COMPONENTS = [0, 1, 10, 16, 17, 23, 25, 42, 81, 91, 95, 96, 102, 111, 121, 140]
const two = (value: number) => [value & 0xff, (value >> 8) & 0xff]
const four = (value: number) => [...two(value), ...two(value >> 16)]
const text = [0xd1, 0xcc, 0xb8, 0xd0, ...Array.from({ length: 27 }, () => 0)]

type Chance = ReturnType<typeof chanceOf>
const pick = <T>(chance: Chance, list: readonly T[]) => list[chance(list.length)] as T
const system = (chance: Chance) => [pick(chance, SYSTEMS), chance(256)]
const component = (chance: Chance) => [...system(chance), pick(chance, COMPONENTS), ...four(chance(2 ** 31))]

const OBJECTS: Readonly<Record<number, readonly [most: number, make: (chance: Chance) => number[]]>> = {
  1: [102, (c) => [...system(c), ...two(c(1 << 14)), ...TIME]],
  2: [22, (c) => [...component(c), ...two(c(1 << 9)), ...text, ...TIME]],
  3: [63, (c) => [...component(c), pick(c, ANALOGS), ...two(c(65_536)), ...TIME]],
  4: [102, (c) => [...system(c), c(128), c(256), ...TIME]],
  21: [1, (c) => [c(128), ...TIME]],
  24: [1, (c) => [c(128), c(256), ...TIME]],
}

function objectsOf(type: number) {
  const known = OBJECTS[type]
  if (!known) throw new Error(`no type ${type}`)
  return known
}

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = bytes.slice()
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

function frameOf(type: number, count: number, chance: Chance): Frame {
  const [, make] = objectsOf(type)
  const unit = Uint8Array.from([type, count, ...Array.from({ length: count }, () => make(chance)).flat()])
  const head = { serial: chance(65_536), mainVersion: 1, userVersion: chance(256), time: AT }
  return { ...head, source: chance(2 ** 48), destination: chance(2 ** 48), command: COMMAND.send, unit }
}

const TYPES = Object.keys(OBJECTS).map(Number)
const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const framesIn = (found: readonly FoundFrame[]) => found.flatMap((one) => (one.is === 'frame' ? [one.frame] : []))

function readIn(stream: Uint8Array, cuts: readonly number[] = []): FoundFrame[] {
  const deframer = createDeframer()
  const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length]
  const found = places.slice(1).flatMap((end, i) => deframer.push(stream.subarray(places[i], end)))
  return [...found, ...deframer.flush()]
}

describe('frames of every type', () => {
  test.each(TYPES)('type %i holds as many objects as the standard allows, and no more', (type) => {
    const chance = chanceOf(type)
    const [most] = objectsOf(type)
    for (const count of new Set([1, Math.ceil(most / 2), most])) {
      const frame = frameOf(type, count, chance)
      expect(framesIn(readIn(encodeFrame(frame)))).toEqual([frame])
      expect(readUnit(frame.unit)).toHaveLength(count)
    }
    const over = Uint8Array.from([type, most + 1, ...objectsOf(type)[1](chance)])
    expect(readUnit(over)).toBeNull()
    expect(readUnit(frameOf(type, 1, chance).unit.subarray(0, -1))).toBeNull()
  })

  test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
    'are all recovered from a stream in random pieces, joined and with noise between (seed %i)',
    (seed) => {
      const chance = chanceOf(seed)
      const frames = Array.from({ length: 12 }, () => {
        const type = pick(chance, TYPES)
        return frameOf(type, 1 + chance(objectsOf(type)[0]), chance)
      })
      const noise = () => {
        const bytes = Array.from({ length: chance(3) === 0 ? chance(80) : 0 }, () => chance(256))
        if (chance(6) === 0) bytes.push(0x40, 0x40)
        if (chance(6) === 0)
          bytes.push(0x40, 0x40, ...Array.from({ length: 22 }, () => chance(256)), chance(256), chance(5))
        return Uint8Array.from(bytes)
      }
      const stream = joined(frames.flatMap((frame) => [noise(), encodeFrame(frame), noise()]))
      const cuts = Array.from({ length: 1 + chance(400) }, () => chance(stream.length))
      expect(framesIn(readIn(stream, cuts))).toEqual(frames)
      expect(framesIn(readIn(stream, [...stream.keys()]))).toEqual(frames)
    },
  )

  test("are taken whole: a frame inside another one's data unit is ignored", () => {
    const chance = chanceOf(6)
    const inner = frameOf(1, 1, chance)
    const outer = { ...frameOf(1, 1, chance), unit: encodeFrame(inner) }
    expect(readIn(joined([encodeFrame(outer), encodeFrame(inner)]))).toEqual([
      { is: 'frame', frame: outer },
      { is: 'frame', frame: inner },
    ])
  })

  test('are returned as soon as their last byte has arrived', () => {
    const stream = encodeFrame(frameOf(2, 3, chanceOf(5)))
    const deframer = createDeframer()
    expect(deframer.push(stream.subarray(0, -1))).toEqual([])
    expect(deframer.push(stream.subarray(-1))).toHaveLength(1)
  })
})

function fateOf(offset: number, length: number): 'noise' | 'damaged' | 'either' {
  if (offset < 2 || offset >= length - 2) return 'noise'
  return offset === 24 || offset === 25 ? 'either' : 'damaged'
}

describe('one wrong bit', () => {
  const cases = TYPES.flatMap((type) => [1, 2].map((seed) => [type, seed] as const))
  test.each(cases)(
    'in a frame of type %i (seed %i) rejects the whole frame, and the next frame is complete',
    (type, seed) => {
      const chance = chanceOf(seed * 100 + type)
      const frame = frameOf(type, Math.min(1 + chance(4), objectsOf(type)[0]), chance)
      const next = frameOf(1, 1, chance)
      const good = encodeFrame(frame)
      const after = encodeFrame(next)
      for (let bit = 0; bit < good.length * 8; bit++) {
        const found = readIn(joined([flipped(good, bit), after]))
        expect([bit, framesIn(found)]).toEqual([bit, [next]])
        const damaged = found.some((one) => one.is === 'damaged')
        const fate = fateOf(bit >> 3, good.length)
        expect([bit, damaged]).toEqual([bit, fate === 'either' ? damaged : fate === 'damaged'])
      }
    },
  )

  test('a damaged frame has its serial number and addresses, so that it can be denied', () => {
    const frame = frameOf(3, 2, chanceOf(9))
    const bad = flipped(encodeFrame(frame), 40 * 8)
    const { serial, source, destination } = frame
    expect(readIn(bad)).toEqual([{ is: 'damaged', serial, source, destination }])
  })
})
